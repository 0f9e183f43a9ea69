import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  build: { assetsInlineLimit: 0 },
  test: { include: ['src/**/*.test.{ts,tsx}'], environment: 'node' },
});
