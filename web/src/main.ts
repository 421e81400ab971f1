import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { settings } from '$lib/settings.svelte';

settings.apply();
const target = document.getElementById('app');
if (target) mount(App, { target });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
	addEventListener('load', () => void navigator.serviceWorker.register('./service-worker.js'));
}
