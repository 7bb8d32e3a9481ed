import { test } from '@playwright/test';
import setup from './setup.ts';

// On a machine that does much else.
test.describe.configure({ timeout: 900_000 });

test('builds, keys and a channel are made, once for all tests', setup);
