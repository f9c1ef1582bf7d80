/**
 * Two builds of one source: the page itself into `dist/`, and, with `--mode fixtures`, the pictures of every
 * screen into `dist-fixtures/` for the browser tests. Neither needs inline scripts or styles, so a strict CSP
 * holds; everything but the page itself carries its hash in its name.
 */
import { defineConfig } from 'vite';

export default defineConfig(({ mode }) => ({
  // Relative, so that a fixtures build opens from any path; the page is always served from the root.
  base: mode === 'fixtures' ? './' : '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    outDir: mode === 'fixtures' ? 'dist-fixtures' : 'dist',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: { input: mode === 'fixtures' ? 'fixtures.html' : 'index.html' },
  },
  server: { proxy: { '/ws': { target: 'http://127.0.0.1:8080', ws: true } } },
}));
