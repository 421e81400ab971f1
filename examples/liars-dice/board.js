// The board of Liar's Dice: a cup for each seat, the bid that stands, and what may be done now.
const FACES = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];

const part = (name, text, children = []) => {
	const element = document.createElement(name);
	element.textContent = text;
	element.append(...children);
	return element;
};

const dice = (hand) => hand.map((count, face) => FACES[face].repeat(count)).join('');

function cup(shown, seat) {
	const { view, seats } = shown;
	const hand = view.hands[seat];
	const seen = hand && hand.some((count) => count > 0);
	const name = part('b', seats[seat]?.name || seats[seat]?.role || `Player ${seat + 1}`);
	const under = part('span', seen ? dice(hand) : '■'.repeat(view.left[seat]));
	under.className = 'dice';
	const bid = view.stage.bid;
	const said = part('i', bid && bid[0] === seat ? `bids ${bid[1].count} × ${FACES[bid[1].face - 1]}` : '');
	const row = part('li', '', [name, under, said]);
	row.classList.toggle('turn', view.stage.turn === seat);
	return row;
}

function choice({ command, text }) {
	const label = command.type === 'bid' ? `${command.count} × ${FACES[command.face - 1]}` : text;
	const button = part('button', label);
	button.ariaLabel = text;
	button.onclick = () => senet.submit(command);
	return button;
}

senet.show = (shown) => {
	const { view, legal } = shown;
	const left = view.left.reduce((sum, some) => sum + some, 0);
	const head = part('h1', `Round ${view.round}, ${left} ${left === 1 ? 'die' : 'dice'} in play`);
	const cups = part('ul', '', view.left.map((_, seat) => cup(shown, seat)));
	const choices = part('nav', '', legal.map(choice));
	document.body.replaceChildren(head, cups, choices);
};
