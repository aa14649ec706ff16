import { type Handlers, notFound } from '../app/handler.ts';

/** The health summary as lists. */
export const healthListHandlers: Pick<Handlers, 'getHealthLists'> = {
  async getHealthLists() {
    throw notFound();
  },
};
