//! The games of the house, each as a module of its own: one line for each in `examples/`.
//!
//! The page fetches them one by one, releases keep those of every rules number, and the tests show that
//! a game plays the same as a module as it does built in.

/// Makes a game of the house a module: for every host, or for the page alone.
#[macro_export]
macro_rules! house {
    ($game:ty) => {
        #[cfg(feature = "hosts")]
        senet_guest::export!($game);
        #[cfg(not(feature = "hosts"))]
        senet_guest::export_page!($game);
    };
}
