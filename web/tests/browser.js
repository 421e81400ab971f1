// The system's Chromium.
import { chromium } from 'playwright-core';

export const launch = () =>
	chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});

/** Notes everything that a page complains about. */
export function watch(page) {
	const complaints = [];
	page.on('console', (message) => {
		// Asking for a server is no fault where there is none, or where a test has cut its line.
		if (message.location().url.includes('/api/') || message.text().includes('/api/socket')) return;
		// What a board of somebody else's complains about is its own affair.
		if (message.location().url.includes('/board/') || message.text().startsWith("Framing '")) return;
		if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.type()}: ${message.text()}`);
	});
	page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
	return complaints;
}
