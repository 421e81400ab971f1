/** Where in the house we are: the part of the address after `#`, so that any server can serve it. */
export interface Place {
	/** The parts of the path, decoded. */
	path: string[];
	query: URLSearchParams;
}

function read(): Place {
	const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
	return {
		path: path.split('/').filter(Boolean).map(plain),
		query: new URLSearchParams(query),
	};
}

/** A part of an address without its escapes; one that was cut in an escape stays as it is. */
function plain(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

class Router {
	place = $state.raw<Place>(read());

	constructor() {
		addEventListener('hashchange', () => (this.place = read()));
	}

	go(path: string, replace = false): void {
		const address = `#/${path}`;
		if (replace) {
			history.replaceState(null, '', address);
			this.place = read();
		} else {
			location.hash = address;
		}
	}
}

export const router = new Router();
