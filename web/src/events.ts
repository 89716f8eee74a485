// The pages of play that the house arranges: they are fetched when the first of them is opened. Shows nothing by itself.

import './styles/events.css';

export { default as Challenge } from './views/Challenge.svelte';
export { default as Ladders } from './views/Ladders.svelte';
export { default as MailVerified } from './views/MailVerified.svelte';
export { default as MatchPage } from './views/MatchPage.svelte';
export { default as Notices } from './views/Notices.svelte';
export { default as PlayerPage } from './views/PlayerPage.svelte';
export { default as PlayerRatings } from './parts/PlayerRatings.svelte';
export { default as Ratings } from './views/Ratings.svelte';
export { default as Rivals } from './views/Rivals.svelte';
export { default as TournamentPage } from './views/TournamentPage.svelte';
export { default as Tournaments } from './views/Tournaments.svelte';
