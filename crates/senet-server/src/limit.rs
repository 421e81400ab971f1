//! How much somebody may do, and how often.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many seconds' worth may be used up at once.
const SAVED: f64 = 4.0;

/// So many a second on average, and four seconds' worth at once.
pub struct Allowance {
    rate: f64,
    left: f64,
    at: Instant,
}

impl Allowance {
    pub fn new(rate: impl Into<f64>) -> Allowance {
        let rate = rate.into();
        Allowance { rate, left: rate * SAVED, at: Instant::now() }
    }

    /// Uses one up, if there is one.
    pub fn take(&mut self) -> bool {
        self.earn();
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }

    /// Whether nothing was used of late.
    pub fn is_full(&mut self) -> bool {
        self.earn();
        self.left >= self.rate * SAVED
    }

    fn earn(&mut self) {
        let now = Instant::now();
        let earned = now.duration_since(self.at).as_secs_f64() * self.rate;
        self.left = (self.left + earned).min(self.rate * SAVED);
        self.at = now;
    }
}

/// Whose share an address uses. A house has a whole /64 of IPv6, so that is what counts.
pub fn share(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

/// How many of something there are, by address and in all.
#[derive(Default)]
pub struct Counts {
    open: Mutex<(HashMap<String, Open>, usize)>,
    /// How many bytes wait for all of them.
    load: Arc<AtomicUsize>,
}

/// What an address has open.
struct Open {
    count: usize,
    load: Load,
}

/// How many bytes wait for the readers of an address, and for all readers.
#[derive(Clone)]
pub struct Load(Arc<(AtomicUsize, Arc<AtomicUsize>)>);

impl Load {
    /// The most bytes that may wait for the readers of one address, and for all, before those who are behind are
    /// let go.
    const MOST: [usize; 2] = [64 << 20, 512 << 20];

    /// Nothing yet, for one more address among all.
    fn beside(all: &Arc<AtomicUsize>) -> Load {
        Load(Arc::new((AtomicUsize::new(0), all.clone())))
    }

    pub fn add(&self, bytes: usize) {
        let (own, all) = &*self.0;
        own.fetch_add(bytes, Ordering::Relaxed);
        all.fetch_add(bytes, Ordering::Relaxed);
    }

    pub fn remove(&self, bytes: usize) {
        let (own, all) = &*self.0;
        own.fetch_sub(bytes, Ordering::Relaxed);
        all.fetch_sub(bytes, Ordering::Relaxed);
    }

    pub fn is_too_much(&self) -> bool {
        let [own, all] = Load::MOST;
        self.own() >= own || self.0.1.load(Ordering::Relaxed) >= all
    }

    /// How many bytes wait for the address.
    pub fn own(&self) -> usize {
        self.0.0.load(Ordering::Relaxed)
    }
}

/// Why one more is too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// The address has so many.
    Own(usize),
    /// There are so many in all.
    All(usize),
}

impl Counts {
    /// Counts one more for as long as the counter lives, unless there are too many.
    pub fn enter(
        self: &Arc<Counts>,
        address: &str,
        most_own: usize,
        most: usize,
    ) -> Result<Counter, TooMany> {
        let mut counts = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (by_address, all) = &mut *counts;
        if *all >= most {
            return Err(TooMany::All(*all));
        }
        let own = by_address.get(address).map_or(0, |open| open.count);
        if own >= most_own {
            return Err(TooMany::Own(own));
        }
        let new = || Open { count: 0, load: Load::beside(&self.load) };
        let open = by_address.entry(address.to_owned()).or_insert_with(new);
        open.count += 1;
        *all += 1;
        let load = open.load.clone();
        Ok(Counter { counts: self.clone(), address: address.into(), load })
    }

    /// How many there are.
    pub fn all(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).1
    }
}

/// One that is counted until it is dropped.
pub struct Counter {
    counts: Arc<Counts>,
    address: Arc<str>,
    load: Load,
}

impl Counter {
    /// Whose share it is.
    pub fn address(&self) -> &Arc<str> {
        &self.address
    }

    /// What waits for it.
    pub fn load(&self) -> &Load {
        &self.load
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        let mut counts = self.counts.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (by_address, all) = &mut *counts;
        *all -= 1;
        if let Some(open) = by_address.get_mut(&*self.address) {
            open.count -= 1;
            if open.count == 0 {
                by_address.remove(&*self.address);
            }
        }
    }
}

/// What is remembered of each address.
pub struct ByAddress<T> {
    known: HashMap<String, T>,
    /// With how many addresses those are looked for of which nothing need be remembered.
    sweep: usize,
}

impl<T> Default for ByAddress<T> {
    fn default() -> ByAddress<T> {
        ByAddress { known: HashMap::new(), sweep: ByAddress::<T>::KEPT }
    }
}

impl<T> ByAddress<T> {
    /// How many addresses are remembered in any case.
    const KEPT: usize = 1_000;

    /// What is remembered of an address. Others are forgotten that are worth it no more, each time that there
    /// are twice as many: so it takes no longer to come from an address that is new, however many did.
    pub fn of(
        &mut self,
        address: &str,
        new: impl FnOnce() -> T,
        mut is_worth: impl FnMut(&mut T) -> bool,
    ) -> &mut T {
        if !self.known.contains_key(address) && self.known.len() >= self.sweep {
            self.known.retain(|_, known| is_worth(known));
            self.sweep = (2 * self.known.len()).max(Self::KEPT);
        }
        self.known.entry(address.to_owned()).or_insert_with(new)
    }
}

/// What is used up within an hour, by address.
pub struct Hourly {
    most: u64,
    used: Mutex<ByAddress<(Instant, u64)>>,
}

impl Hourly {
    pub const HOUR: Duration = Duration::from_secs(3600);

    pub fn new(most: u64) -> Hourly {
        Hourly { most, used: Mutex::default() }
    }

    /// Uses some up; where there is not as much left, says how long it takes until there is.
    pub fn take(&self, address: &str, amount: u64) -> Result<(), Duration> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let is_new = |(since, _): &mut (Instant, u64)| now.duration_since(*since) < Hourly::HOUR;
        let (since, sum) = used.of(address, || (now, 0), is_new);
        let age = now.duration_since(*since);
        if age >= Hourly::HOUR {
            (*since, *sum) = (now, 0);
        } else if *sum + amount > self.most {
            return Err(Hourly::HOUR - age);
        }
        *sum += amount;
        Ok(())
    }
}

/// Lines in the log about limits that were met: one a second for each kind, with how many there were.
#[derive(Default)]
pub struct Notices(Mutex<HashMap<&'static str, (Instant, u64)>>);

impl Notices {
    /// Notes that a limit was met; how many times since the last line, where one is due.
    pub fn due(&self, code: &'static str) -> Option<u64> {
        let mut notices = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let Some((last, times)) = notices.get_mut(code) else {
            notices.insert(code, (now, 0));
            return Some(1);
        };
        *times += 1;
        if now.duration_since(*last) < Duration::from_secs(1) {
            return None;
        }
        *last = now;
        Some(std::mem::take(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_seconds_worth_can_be_used_at_once() {
        let mut allowance = Allowance::new(2);
        assert!(allowance.is_full());
        assert_eq!((0..20).filter(|_| allowance.take()).count(), 8);
        assert!(!allowance.is_full());
    }

    #[test]
    fn a_house_has_one_share_of_ipv6() {
        let share = |address: &str| share(address.parse().unwrap());
        assert_eq!(share("2001:db8:1:2:aaaa::1"), share("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(share("2001:db8:1:2::1"), share("2001:db8:1:3::1"));
        assert_eq!(share("::ffff:192.0.2.7"), "192.0.2.7");
        assert_ne!(share("192.0.2.7"), share("192.0.2.8"));
    }

    #[test]
    fn what_is_counted_is_free_again_when_it_is_dropped() {
        let counts = Arc::new(Counts::default());
        let one = counts.enter("a", 2, 3);
        let two = counts.enter("a", 2, 3);
        assert_eq!(counts.enter("a", 2, 3).err(), Some(TooMany::Own(2)));
        let three = counts.enter("b", 2, 3);
        assert_eq!(counts.enter("c", 2, 3).err(), Some(TooMany::All(3)));
        drop((one, two, three));
        assert_eq!(counts.all(), 0);
        assert!(counts.enter("a", 1, 1).is_ok());
    }

    /// Whoever has a network of addresses must not make it slow for all the others to come.
    #[test]
    fn however_many_addresses_come_each_takes_as_long() {
        const ADDRESSES: usize = 50_000;
        let (mut known, mut looked_at) = (ByAddress::default(), 0);
        for address in 0..ADDRESSES {
            let look = |_: &mut usize| {
                looked_at += 1;
                true
            };
            assert_eq!(*known.of(&address.to_string(), || address, look), address);
        }
        assert_eq!(*known.of("7", || 0, |_| false), 7, "who is known stays known");
        assert!(looked_at < 2 * ADDRESSES, "{looked_at} looks at {ADDRESSES} addresses");
        let mut forgotten = ByAddress::default();
        for address in 0..ADDRESSES {
            forgotten.of(&address.to_string(), || (), |()| false);
        }
        assert!(forgotten.known.len() <= ByAddress::<()>::KEPT);
    }

    #[test]
    fn a_limit_is_told_once_a_second() {
        let (notices, started) = (Notices::default(), Instant::now());
        let told = (0..1000).filter_map(|_| notices.due("busy")).collect::<Vec<_>>();
        assert_eq!(told[0], 1, "the first at once");
        assert!(told.len() <= 1 + started.elapsed().as_secs() as usize, "{told:?}");
        let ago = Instant::now().checked_sub(Duration::from_secs(2)).unwrap();
        notices.0.lock().unwrap().insert("busy", (ago, 7));
        assert_eq!(notices.due("busy"), Some(8), "with how often it was met meanwhile");
        assert_eq!(notices.due("other"), Some(1), "each kind has its own");
    }

    #[test]
    fn an_hour_has_so_much() {
        let hourly = Hourly::new(10);
        assert_eq!(hourly.take("a", 10), Ok(()));
        assert!(hourly.take("a", 1).is_err());
        assert_eq!(hourly.take("b", 1), Ok(()));
    }
}
