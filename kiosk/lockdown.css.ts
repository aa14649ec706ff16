import { globalStyle } from '@vanilla-extract/css';
import '../src/ui/layers.css.ts';

// Nothing of a visit goes to paper: a print of any page of the kiosk is empty.
globalStyle('body', { '@media': { print: { display: 'none !important' } } });
