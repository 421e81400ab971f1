// The theme is set before the first paint, so that nothing flashes. It is a file of its own because the
// server lets no page run what stands in it.
try {
	const s = JSON.parse(localStorage.getItem('senet.settings') || '{}');
	if (s.theme && s.theme !== 'auto') document.documentElement.dataset.theme = s.theme;
	if (s.text && s.text !== 100) document.documentElement.style.fontSize = `${s.text}%`;
} catch {}
