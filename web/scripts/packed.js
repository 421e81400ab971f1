// What is compressed when it is built: the texts and the modules, but for those that fit into one packet anyway.
const TEXTS = /\.(html|js|css|json|svg|wasm|webmanifest|txt)$/;
const SMALL = 512;

export const isPacked = (name, bytes) => TEXTS.test(name) && bytes >= SMALL;
