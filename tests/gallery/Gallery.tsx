import { type ReactNode, useCallback, useState } from 'react';
import { SkipLink } from '../../src/ui/SkipLink.tsx';
import { FormsView } from './FormsView.tsx';
import { FillView, GateView } from './portalViews.tsx';
import {
  HandOverView,
  FinishedView,
  IdleView,
  KioskListView,
  KioskQuestionView,
  KioskScaleView,
} from './kioskViews.tsx';
import { NavigationView } from './NavigationView.tsx';
import { PartsView } from './PartsView.tsx';
import { TablesView } from './TablesView.tsx';
import { type ViewName, viewNames } from './views.ts';

const views = {
  parts: PartsView,
  gate: GateView,
  fill: FillView,
  forms: FormsView,
  navigation: NavigationView,
  tables: TablesView,
  'kiosk-list': KioskListView,
  'kiosk-hand-over': HandOverView,
  'kiosk-question': KioskQuestionView,
  'kiosk-scale': KioskScaleView,
  'kiosk-idle': IdleView,
  'kiosk-finished': FinishedView,
} as const;

/** The settings in the address: `?view=fill&scheme=dark&facility=lanternlake&surface=kiosk`. */
function settings(): { view: ViewName; scheme: string; facility: string; surface: string; language: string } {
  const query = new URLSearchParams(location.search);
  const view = viewNames.find((name) => name === query.get('view')) ?? 'parts';
  return {
    view,
    scheme: query.get('scheme') ?? '',
    facility: query.get('facility') ?? 'tidewillow',
    surface: query.get('surface') ?? (view.startsWith('kiosk') ? 'kiosk' : ''),
    language: query.get('language') ?? 'en',
  };
}

function apply({ scheme, facility, surface }: ReturnType<typeof settings>): void {
  const { dataset } = document.documentElement;
  if (scheme) dataset.scheme = scheme;
  else delete dataset.scheme;
  if (surface) dataset.surface = surface;
  else delete dataset.surface;
  dataset.facility = facility;
}

/** Every part in every state, in development only. */
export function Gallery(): ReactNode {
  const [current, setCurrent] = useState(() => {
    const first = settings();
    apply(first);
    return first;
  });
  const change = useCallback((name: string, value: string) => {
    const query = new URLSearchParams(location.search);
    if (value) query.set(name, value);
    else query.delete(name);
    history.replaceState(null, '', `?${query.toString()}`);
    const next = settings();
    apply(next);
    setCurrent(next);
  }, []);
  const View = views[current.view];
  return (
    <>
      <SkipLink />
      <View settings={current} change={change} viewNames={viewNames} />
    </>
  );
}
