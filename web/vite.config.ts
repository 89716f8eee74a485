import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `npm run dev` shows the page against a server that runs apart: DAMAS_SERVER names it. The server allows its own
// origin only, so the proxy speaks with that one.
const server = process.env['DAMAS_SERVER'] ?? 'http://127.0.0.1:8080';
const proxied = { target: server, changeOrigin: true, headers: { origin: server } };

export default defineConfig({
  plugins: [svelte()],
  server: { proxy: { '/api': proxied, '/ws': { ...proxied, ws: true } } },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0, modulePreload: false },
  // components are tested in a browser's shape, never in the server's
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', include: ['test/**/*.test.ts'], setupFiles: ['test/setup.ts'] },
});
