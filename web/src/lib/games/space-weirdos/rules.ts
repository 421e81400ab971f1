/** The rules of the builder, whose text no table can tell. */
export { default as rules } from '../../../../../docs/rules/space-weirdos.md?raw';
