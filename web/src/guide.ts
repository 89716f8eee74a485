// The guide to the rules: it is fetched when it is opened. Shows nothing by itself.

import './styles/guide.css';

export { default as Rules } from './guide/Rules.svelte';
