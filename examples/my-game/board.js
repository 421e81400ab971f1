// The board of My Game: the heap, and a button for each number of sticks that can be taken. The page shows it in
// a frame of its own; the prompt, the log and the seats stand around it.
const part = (name, text, children = []) => {
	const element = document.createElement(name);
	element.textContent = text;
	element.append(...children);
	return element;
};

/** The sticks that a choice would take are marked while it is looked at. */
function choice({ command, text }, sticks) {
	const button = part('button', text);
	const aim = (aimed) => sticks.slice(-command.count).forEach((stick) => stick.classList.toggle('aimed', aimed));
	button.onpointerenter = button.onfocus = () => aim(true);
	button.onpointerleave = button.onblur = () => aim(false);
	button.onclick = () => senet.submit(command);
	return button;
}

// Called with what the board is to show, whenever that changes: `view` is what src/game.rs makes of the game, and
// `legal` what may be done now, each with its words.
senet.show = ({ view, seats, legal }) => {
	const sticks = Array.from({ length: view.left }, () => part('i', ''));
	const heap = part('div', '', sticks);
	heap.className = 'heap';
	heap.role = 'img';
	heap.ariaLabel = `${view.left} of ${view.config.sticks} sticks`;
	const last = seats[1 - view.turn];
	const head = view.left > 0 ? `${view.left} left` : `${last?.name || last?.role} took the last`;
	const choices = part('nav', '', legal.map((one) => choice(one, sticks)));
	document.body.replaceChildren(part('h1', head), heap, choices);
};
