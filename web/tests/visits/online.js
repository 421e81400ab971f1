// Playing over a network, by browsers of their own against the real server.
import { games } from '../games.js';
import { GAME } from '../limits.js';
import { axe, expect, isOver, joinOnline, mark, openOnline, sit, typeTogether, until } from '../steps.js';

/** These are played to their end by typing what is offered; the others so far, and then bots take both seats. */
const short = ['tic-tac-toe', 'connect-four', 'kuhn-poker', 'sky-team', 'silosoft', 'crossfire', 'crossfire-campaign'];
/** A clock that does not make the test wait. */
const settle = {
	'flag-war': async (page) => {
		await page.locator('summary', { hasText: 'Options' }).click();
		await page.getByRole('textbox', { name: 'Length of a round' }).fill('500');
		await page.keyboard.press('Tab');
	},
};

/** How two people end a game that what is offered would not end soon. */
const finish = {
	// The race of two rounds, which nobody can stop: it is ordered again if a round was missed.
	'flag-war': async (pages) => {
		let ordered = '';
		await until(pages[0], () => pages[0].evaluate(() => document.querySelector('#command')?.dataset.over === 'yes'), async () => {
			const now = await roundOf(pages[0]);
			if (now === ordered) return false;
			ordered = now;
			await type(pages[0], 'somebody take the flag and come back with it');
			await type(pages[1], 'all hold');
			return true;
		});
		for (const page of pages) await page.getByText(/has won: the enemy's flag is home/).first().waitFor();
	},
};
/** The last round that the table told of. */
const roundOf = (page) => page.evaluate(() => document.querySelector('.scroll').innerText.match(/^Round \d+/gm)?.at(-1));
async function type(page, words) {
	const field = page.locator('#command');
	if ((await field.getAttribute('data-live')) !== 'yes') return;
	await field.fill(words);
	await field.press('Enter');
}

const seats = (page) => page.getByRole('tab', { name: 'Seats' }).click();
const botPlays = async ({ page, base }, code) => {
	await page.goto(`${base}#/online/${code}`);
	await page.locator('main.board').waitFor();
	if (await isOver(page)) return;
	await seats(page);
	await page.getByRole('button', { name: 'Let a bot play' }).click();
};

export const visits = [
	...games.map((game) => ({
		name: `online: ${game} is played to its end by two, with a reload and a dropped connection`,
		work: async ({ person }) => {
			const [ann, ben] = [await person(), await person()];
			const code = await openOnline(ann, game, { preset: game === 'flag-war' ? 'seed' : undefined, settle: settle[game] });
			await joinOnline(ben, code);
			const pages = [ann.page, ben.page];
			for (const { page, base } of [ann, ben]) {
				await page.locator('main.board').waitFor();
				await page.goto(`${base}#/online/${code}/text`);
				await page.locator('#command').waitFor();
			}
			await typeTogether(pages, 4);
			await ann.page.reload();
			await ann.page.locator('#command').waitFor();
			await typeTogether(pages, 2);
			ben.house.cut();
			await ben.page.getByText('The server does not answer').waitFor();
			ben.house.mend();
			await ben.page.getByRole('button', { name: 'Try now' }).click({ timeout: 2000 }).catch(() => undefined);
			await ben.page.getByText('The server does not answer').waitFor({ state: 'detached' });
			if (short.includes(game)) {
				expect(await typeTogether(pages, Infinity, GAME), 'the game ends');
				return;
			}
			if (finish[game]) return finish[game](pages);
			await typeTogether(pages, 10);
			// Both let bots play on, and look on to the end.
			await botPlays(ann, code);
			await botPlays(ben, code);
			for (const page of pages) await page.getByRole('heading', { name: 'The game is over' }).waitFor({ timeout: GAME });
		},
	})),
	{
		name: 'online: made with every option, joined by a name, watched, talked at, left to a bot and taken back',
		work: async ({ person }) => {
			const [ann, ben, eve] = [await person(), await person(), await person()];
			const code = await openOnline(ann, 'kuhn-poker', {
				settle: async (page) => {
					await page.locator('summary', { hasText: 'The table' }).click();
					await page.getByLabel(/List it for everybody/).check();
					await page.getByLabel('They see it').selectOption({ label: 'at once' });
					await page.getByLabel('Time for a turn').selectOption({ label: '10 minutes' });
					await page.getByLabel('When it is over').selectOption('leave');
				},
			});
			await ann.page.getByText('listed for everybody · spectators welcome · 10 minutes for a turn').waitFor();
			await ann.page.getByRole('img', { name: 'QR code of the link' }).locator('svg').waitFor();
			await ann.page.getByRole('button', { name: 'Copy the link' }).click();
			await ann.page.getByText('The link is on the clipboard').waitFor();
			const link = await ann.page.evaluate(() => navigator.clipboard.readText());
			expect(link.endsWith(`/t/${code}`), `the link is ${link}`);

			// Somebody finds it on the list; the friend comes by the link.
			await eve.page.goto(eve.base);
			await eve.page.getByRole('list', { name: 'Open tables' }).getByText('Kuhn poker').first().waitFor();
			await ben.page.goto(ben.base + `t/${code}`);
			await ben.page.waitForURL(new RegExp(`#/join/${code}`));
			await joinOnline(ben, code, 'Ben');
			for (const { page } of [ann, ben]) await page.locator('main.board').waitFor();

			// A spectator sees the table and nobody's card.
			await eve.page.goto(`${eve.base}#/online/${code}`);
			await eve.page.locator('main.board').waitFor();
			await ann.page.locator('.choices button').first().click();
			await ann.page.getByRole('img', { name: /^Player 1: (Jack|Queen|King)$/ }).waitFor();
			await eve.page.getByText('Ann deals the cards.').first().waitFor();
			const seen = await eve.page.locator('.table').innerHTML();
			expect(!/\b(jack|queen|king)\b/i.test(seen), 'the spectator sees a card');
			expect(!(await eve.page.locator('.choices button').count()), 'the spectator may act');

			// Words go round, and what came while one looked elsewhere is counted.
			await ann.page.getByRole('tab', { name: 'Chat' }).click();
			await ann.page.getByLabel('Your words').fill('Good luck');
			await ann.page.keyboard.press('Enter');
			await ben.page.getByRole('tab', { name: /Chat\s*1/ }).click();
			await ben.page.getByText('Good luck').waitFor();
			await eve.page.getByRole('tab', { name: /Chat/ }).click();
			await eve.page.getByText('Good luck').waitFor();

			// A bot plays for who asks for it, and the seat is taken back.
			await seats(ben.page);
			await ben.page.getByRole('button', { name: 'Let a bot play' }).click();
			await ben.page.getByRole('button', { name: 'Play myself again' }).click();
			await ben.page.getByText('Ben (you)').waitFor();

			// Who goes is missed; the host seats a bot for good, and the seat is nobody else's way in.
			await seats(ann.page);
			ben.house.cut();
			await ann.page.getByText('Ben, away').waitFor();
			const asked = await ben.page.locator('section.prompt p').last().boundingBox();
			expect(asked && asked.width > 200, `what is asked keeps its room beside what is said of the line: ${asked?.width} px`);
			await ann.page.getByRole('button', { name: 'Let a bot play' }).last().click();
			await ann.page.getByText('Ben, away').waitFor({ state: 'detached' });
			ben.house.mend();
			await ben.page.getByRole('button', { name: 'Try now' }).click({ timeout: 2000 }).catch(() => undefined);
			await ben.page.getByText(/holds no seat at this table/).waitFor();

			// The host switches the chat off.
			await ann.page.getByRole('button', { name: 'Switch the chat off' }).click();
			await ann.page.getByRole('tab', { name: 'Chat' }).click();
			await ann.page.getByLabel('Your words').waitFor({ state: 'detached' });
		},
	},
	{
		name: 'online: a rematch, the own tables at the door, and a second device',
		work: async ({ person }) => {
			const [ann, ben] = [await person(), await person()];
			const code = await openOnline(ann, 'tic-tac-toe');
			await ann.page.goto(ann.base);
			await ann.page.getByText('Waiting for people.').waitFor();
			await joinOnline(ben, code);
			await ben.page.locator('main .spot').first().waitFor();
			await ann.page.reload();
			await ann.page.getByRole('link', { name: 'Your turn' }).click();
			await ann.page.locator('main .spot.open').first().waitFor();

			// The same seat from another device, by a code.
			await seats(ann.page);
			await ann.page.getByRole('button', { name: 'Your devices' }).click();
			await ann.page.getByRole('button', { name: 'Add a device' }).click();
			const told = await ann.page.getByText(/within five minutes/).innerText();
			const [, code8, field, button] = /type (\w{8}) into “(.+)” and press “(.+)” within/.exec(told);
			await ann.page.getByRole('button', { name: 'Close', exact: true }).click();
			const phone = await person();
			await phone.page.goto(phone.base);
			// What the text names is there to be found.
			await phone.page.getByPlaceholder(field).fill(code8);
			await phone.page.getByRole('button', { name: button, exact: true }).click();
			await phone.page.getByRole('button', { name: 'Square 5, free' }).click();
			await ben.page.getByRole('button', { name: 'Square 5, X' }).waitFor();
			await mark([1, 4, 9, 6], ben.page, ann.page);

			for (const { page } of [ann, ben]) await page.getByRole('heading', { name: 'The game is over' }).waitFor();
			await ann.page.getByText('You win').waitFor();
			await ben.page.getByText('Ann wins').waitFor();
			await ben.page.getByRole('button', { name: /^Verify the (dice|moves)$/ }).click();
			await ben.page.getByText(/In order/).waitFor();
			await ann.page.getByRole('button', { name: 'Rematch' }).click();
			await ann.page.getByText('Waiting for people').waitFor();
			await ben.page.getByRole('button', { name: 'Join the rematch' }).click();
			for (const { page } of [ann, ben]) await page.locator('main .spot').first().waitFor();
			// The seats are turned: now the other begins.
			await ben.page.getByRole('button', { name: 'Square 5, free' }).click();
			await ann.page.getByRole('button', { name: 'Square 5, X' }).waitFor();
		},
	},
	{
		name: 'online: the host starts with bots and leaves; a table that nobody has begun is closed',
		work: async ({ person }) => {
			const [ann, eve] = [await person(), await person()];
			const code = await openOnline(ann, 'pig');
			await ann.page.getByRole('button', { name: /^Start now/ }).click();
			await ann.page.locator('main.board').waitFor();
			await seats(ann.page);
			await ann.page.getByText(/Bot, normal/).waitFor();
			expect((await ann.page.getByRole('button', { name: 'Close the table' }).count()) === 0, 'who plays leaves, and ends nobody\'s game');
			await ann.page.getByRole('button', { name: 'Leave the game' }).click();
			await ann.page.getByRole('button', { name: 'Yes, leave the game for good' }).click();
			await ann.page.waitForURL((url) => !url.hash.startsWith('#/online/'));

			const closed = await openOnline(ann, 'pig');
			expect(closed !== code, 'it is another table');
			await ann.page.getByRole('button', { name: 'Close the table' }).click();
			await ann.page.getByText('The host has closed this table').first().waitFor();
			await eve.page.goto(`${eve.base}#/join/${closed}`);
			await eve.page.getByText('The table is closed').waitFor();
			await eve.page.goto(`${eve.base}#/join/nosuch99`);
			await eve.page.getByText('No seat at “nosuch99”').waitFor();
		},
	},
	{
		name: 'online: whoever sits at the machine lets the network in from the lobby, and shuts it out again',
		work: async ({ person }) => {
			const ann = await person();
			const code = await openOnline(ann, 'pig');
			const link = ann.page.getByLabel('Link to this table');
			const door = ann.page.getByRole('switch', { name: 'Let the other devices of your home network in' });
			await ann.page.getByText('This link works on this device alone.').waitFor();
			await door.check();
			await ann.page.getByText('Every device in your home network can open this link.').waitFor();
			const open = await link.inputValue();
			expect(/^http:\/\/127\.0\.0\.2:\d+\/t\/\w+$/.test(open), `the link is ${open}`);
			const found = await fetch(`${new URL(open).origin}/api/tables/${code}`);
			expect(found.ok && (await found.json()).name, 'the table is found by the link');
			await ann.page.getByRole('img', { name: 'QR code of the link' }).locator('svg').waitFor();
			await axe(ann.page, 'the lobby with the network let in');
			await door.uncheck();
			await ann.page.getByText('This link works on this device alone.').waitFor();
			const gone = await fetch(`${new URL(open).origin}/healthz`).then(() => false, () => true);
			expect(gone, 'the door is still open');
		},
	},
	{
		name: 'online: who gives no name is a guest, the second one by number',
		work: async ({ person }) => {
			const [ann, ben] = [await person(), await person()];
			const code = await openOnline(ann, 'pig', { name: '' });
			await ben.page.goto(`${ben.base}#/join/${code}`);
			await ben.page.getByRole('button', { name: 'Sit down' }).click();
			await ben.page.locator('main.board').waitFor();
			await seats(ben.page);
			await ben.page.getByText('Guest 2 (you)').waitFor();
			await ben.page.getByText('Guest', { exact: true }).first().waitFor();
		},
	},
	{
		name: 'online: a device that is no longer used loses the seat, and says so',
		work: async ({ person }) => {
			const [ann, phone] = [await person(), await person()];
			const code = await openOnline(ann, 'pig');
			await ann.page.getByRole('button', { name: /^Start now/ }).click();
			await ann.page.locator('main.board').waitFor();
			await seats(ann.page);
			await ann.page.getByRole('button', { name: 'Your devices' }).click();
			const list = ann.page.getByRole('list', { name: 'Devices that hold your seat' });
			await list.getByText('This device').waitFor();
			await ann.page.getByRole('button', { name: 'Add a device' }).click();
			const [, linked] = /type (\w{8}) into/.exec(await ann.page.getByText(/within five minutes/).innerText());
			await phone.page.goto(`${phone.base}#/join/${linked}`);
			await phone.page.waitForURL(new RegExp(`#/online/${code}`));
			await phone.page.locator('main.board').waitFor();
			await ann.page.getByRole('button', { name: 'Close', exact: true }).click();
			await ann.page.getByRole('button', { name: 'Your devices' }).click();
			await list.getByRole('listitem').nth(1).waitFor();
			await list.getByRole('button', { name: 'Take the seat away' }).click();
			await list.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
			await phone.page.getByText(/this seat is no longer yours|holds no seat at this table/).first().waitFor();
		},
	},
	{
		name: 'online: the host puts somebody out of the lobby, mutes a spectator by name, and a report goes to whoever runs the server',
		work: async ({ person }) => {
			const [ann, ben, eve] = [await person(), await person(), await person()];
			const code = await openOnline(ann, 'silosoft', {
				settle: async (page) => {
					await page.getByRole('radio', { name: '3 players' }).check();
					await page.getByLabel(/^Who plays/).nth(2).waitFor();
				},
			});
			await joinOnline(ben, code, 'Rudolf');
			// A spectator without a name is asked for one before they talk; one that is taken is refused with its reason.
			await eve.page.goto(`${eve.base}#/online/${code}`);
			await eve.page.getByLabel('Your name').fill('Rudolf');
			await eve.page.getByRole('button', { name: 'Introduce me' }).click();
			await eve.page.getByText(/choose another name/).waitFor();
			await eve.page.getByLabel('Your name').fill('Eve');
			await eve.page.getByRole('button', { name: 'Introduce me' }).click();
			const talk = async (page, words) => {
				await page.getByLabel('Your words').fill(words);
				await page.keyboard.press('Enter');
			};
			await talk(eve.page, 'I know better');
			await ann.page.getByText('I know better').waitFor();

			await ann.page.getByRole('button', { name: 'Eve: more' }).click();
			await ann.page.getByRole('button', { name: 'Mute Eve for all' }).click();
			await ann.page.getByText('Nobody hears Eve any more.').waitFor();
			await ann.page.getByRole('button', { name: 'Close', exact: true }).click();
			await talk(eve.page, 'Hello?');
			await eve.page.getByRole('alert').getByText(/lets nobody hear you/).waitFor();
			await ann.page.getByRole('button', { name: 'Eve: more' }).click();
			await ann.page.getByRole('button', { name: 'Let Eve be heard' }).click();
			await ann.page.getByText('Eve can be heard again.').waitFor();
			await ann.page.getByRole('button', { name: 'Close', exact: true }).click();

			// Ben does not want to hear her, also not what she said before.
			await ben.page.getByRole('button', { name: 'Eve: more' }).click();
			await ben.page.getByRole('button', { name: 'Do not hear Eve' }).click();
			await ben.page.getByText('You do not hear Eve any more.').waitFor();
			await ben.page.getByLabel('Report Eve').fill('She tells me what to do');
			await ben.page.getByRole('button', { name: 'Send the report' }).click();
			await ben.page.getByText(/The report is with whoever runs this server/).waitFor();
			await ben.page.getByRole('button', { name: 'Close', exact: true }).click();
			await ben.page.getByText('I know better').waitFor({ state: 'detached' });

			await ann.page.getByRole('button', { name: 'More about Rudolf' }).click();
			await ann.page.getByRole('button', { name: 'Put Rudolf out' }).click();
			await ann.page.getByRole('button', { name: 'Yes, put Rudolf out' }).click();
			await ann.page.getByText('Rudolf is out.').waitFor();
			await ben.page.getByText(/no longer yours/).first().waitFor();
		},
	},
	{
		name: 'online: a game that is over is shared with everybody, or not, and the door tells what is kept',
		work: async ({ person }) => {
			const [ann, ben, eve] = [await person(), await person(), await person()];
			const code = await openOnline(ann, 'tic-tac-toe');
			await joinOnline(ben, code);
			for (const { page } of [ann, ben]) await page.locator('main .spot').first().waitFor();
			await mark([5, 1, 4, 9, 6], ann.page, ben.page);
			await ann.page.getByRole('heading', { name: 'The game is over' }).waitFor();
			const lookBack = async () => {
				await eve.page.goto('about:blank');
				await eve.page.goto(`${eve.base}#/online/${code}`);
				await eve.page.getByRole('button', { name: 'Look back' }).click();
			};
			await lookBack();
			await eve.page.getByText(/by those who played it or where they have shared it/).waitFor();
			await ann.page.getByLabel(/Everybody with this table/).check();
			await ann.page.getByText('Whoever has the link of this table may look back at the game.').waitFor();
			await lookBack();
			await eve.page.waitForURL(/#\/replay\//);
			// What decided the game the server finds out, once for all who may know it.
			await eve.page.getByRole('tab', { name: 'Analysis' }).click();
			const told = eve.page.waitForResponse((response) => response.url().includes(`/api/tables/${code}/analysis`));
			await eve.page.getByRole('tabpanel').getByRole('button', { name: 'Analyse this game' }).click();
			expect((await told).ok(), `the server says ${(await told).status()}`);
			await eve.page.getByRole('group', { name: 'Analysis' }).getByText('Looking back…').waitFor({ state: 'detached' });
			await eve.page.goto(eve.base);
			const kept = await eve.page.getByRole('link', { name: 'What this server keeps of you' }).getAttribute('href');
			const page = await (await eve.page.request.get(new URL(kept, eve.base).href)).text();
			expect(page.startsWith('What this server keeps'), `it says ${page.slice(0, 80)}`);
		},
	},
	{
		name: 'online: a game of this device gets a short link where there is a server, and a wrong one says so',
		work: async ({ person }) => {
			const [ann, eve] = [await person(), await person()];
			await sit(ann.page, ann.base, 'tic-tac-toe', 2);
			await mark([1, 4, 2, 5, 3], ann.page);
			const end = ann.page.locator('dialog[open]', { hasText: 'The game is over' });
			await end.getByRole('button', { name: 'Share' }).click();
			// Nothing is sent before one agrees.
			await end.getByText(/This server keeps the game, with the names of its players/).waitFor();
			await end.getByRole('button', { name: 'Make a short link' }).click();
			await end.getByText(/The link .* is on the clipboard/).waitFor();
			const link = await ann.page.evaluate(() => navigator.clipboard.readText());
			expect(/\/r\/\w{6,10}$/.test(link), `the link is ${link}`);
			await eve.page.goto(eve.base + link.slice(link.indexOf('r/')));
			await eve.page.waitForURL(/#\/replay\/r\./);
			await eve.page.getByRole('button', { name: 'Square 3, X' }).waitFor();
			await eve.page.goto(`${eve.base}r/nosuch99`);
			await eve.page.getByText('There is no game here.').waitFor();
		},
	},
];
