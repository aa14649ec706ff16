import { defineConfig } from 'vite';
import { appBuild } from './vite.config.ts';

export default defineConfig(appBuild('kiosk', './kiosk'));
