/** Whether somebody is new to the field, as this device remembers it. */
const KEY = 'senet.flag-war.welcomed';

function known(): boolean {
	try {
		return localStorage.getItem(KEY) !== null;
	} catch {
		// A device that keeps nothing would ask every time.
		return true;
	}
}

class Newcomer {
	is = $state.raw(!known());

	/** The guided game was begun, or declined. */
	welcomed(): void {
		this.is = false;
		try {
			localStorage.setItem(KEY, 'yes');
		} catch {
			// It is asked again next time.
		}
	}
}

export const newcomer = new Newcomer();
