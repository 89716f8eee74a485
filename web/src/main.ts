// Begins: appearance and language first, then the page.

import './styles/tokens.css';
import './styles/ui.css';
import './styles/board.css';
import './styles/page.css';
import { mount } from 'svelte';
import Shell from './Shell.svelte';
import { app } from './app.svelte';
import { settings, show, speak } from './settings.svelte';

async function begin(): Promise<void> {
  show();
  await speak(settings.lang);
  const target = document.getElementById('app');
  if (target !== null) mount(Shell, { target });
  await app.start();
}

void begin();

// kept for a bad line, once the page stands; a page in development is always the newest
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}
