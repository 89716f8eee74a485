import { createHash } from 'node:crypto';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// `npm run dev` shows the page against a server that runs apart: DAMAS_SERVER names it. The server allows its own
// origin only, so the proxy speaks with that one.
const server = process.env['DAMAS_SERVER'] ?? 'http://127.0.0.1:8080';
const proxied = { target: server, changeOrigin: true, headers: { origin: server } };

/** Writes the service worker, which has to know the names of the files that it keeps: those of the lobby and the board. */
function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.filter((chunk) => chunk.isEntry);
      const words = chunks.filter((chunk) => /^(es|pt|en)$/.test(chunk.name));
      const first = [...entry.flatMap((chunk) => [chunk.fileName, ...chunk.imports]), ...words.map((chunk) => chunk.fileName)];
      const beside = Object.keys(bundle).filter((name) => /^assets\/(index-.*\.css|instrument-.*)$/.test(name));
      const files = [...new Set([...first, ...beside])].sort();
      const name = `shell-${createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12)}`;
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { SHELL_FILES: JSON.stringify(files.map((file) => `/${file}`)), SHELL_NAME: JSON.stringify(name) },
        build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: 'src/worker/sw.ts', output: { format: 'iife' } } },
      });
      const output = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
      const code = output.find((file) => file.type === 'chunk');
      if (code === undefined || code.type !== 'chunk') this.error('the service worker was not built');
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: code.code });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), worker()],
  server: { proxy: { '/api': proxied, '/ws': { ...proxied, ws: true } } },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // components are tested in a browser's shape, never in the server's
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: { testTimeout: 20_000, environment: 'jsdom', include: ['test/**/*.test.ts'], setupFiles: ['test/setup.ts'] },
});
