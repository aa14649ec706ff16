import { catalog } from './catalog.ts';

export default catalog({});
