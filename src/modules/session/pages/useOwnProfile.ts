import type { UserProfile } from '@portal/api';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../../../data/errors.ts';
import { loadProfile, useProfile } from '../../../data/profile.ts';
import { currentSession } from '../../../data/session.ts';

/** Who is signed in; null while loading. Without a session, or if loading fails, redirects to the login page with the query `back`. */
export function useOwnProfile(back: Record<string, string>): UserProfile | null {
  const navigate = useNavigate();
  const profile = useProfile();
  const [failure, setFailure] = useState<unknown>(null);
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const toLogin = () => void navigate({ to: '/login', search: back, replace: true });
    if (currentSession() === null) {
      toLogin();
      return;
    }
    loadProfile().catch((error: unknown) => {
      const kind = failureOf(error)?.kind;
      if (kind === 'offline') toLogin();
      else if (kind !== 'sessionEnded') setFailure(error);
    });
  }, [navigate, back]);

  if (failure !== null) throw failure;
  return profile;
}
