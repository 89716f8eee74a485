import { describe, expect, it } from 'vitest';
import { how } from '../src/worker/shell';

const own = 'https://damas.example';
const asked = (path: string, navigates = false, method = 'GET'): string => how(method, new URL(path, own), own, navigates);

describe('the service worker', () => {
  it('never answers a call, the socket or another site', () => {
    for (const path of ['/api/me', '/api/legal-moves', '/ws', '/healthz', '/readyz', '/metrics', 'https://other.example/assets/index-1.js']) {
      expect(asked(path), path).toBe('leave');
    }
    expect(asked('/assets/index-1.js', false, 'POST')).toBe('leave');
  });

  it('takes a page from the network first and a file with a hash in its name from what it keeps', () => {
    expect(asked('/g/0193b0a0-0000-7000-8000-000000000002', true)).toBe('page');
    expect(asked('/assets/index-1.js')).toBe('kept');
    expect(asked('/sw.js')).toBe('leave');
    expect(asked('/site.webmanifest')).toBe('leave');
  });
});
