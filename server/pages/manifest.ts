import type { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { type IconSource, iconPath } from '../facilities/icons.ts';
import type { Surface } from '../http/handler.ts';

/** The file of the build, in English and with our own mark. */
export const ManifestFile = v.looseObject({
  shortcuts: v.optional(v.array(v.looseObject({ name: v.string() })), []),
  screenshots: v.optional(v.array(v.looseObject({ label: v.string() })), []),
});

interface Words {
  readonly locale: string;
  readonly kiosk: (name: string) => string;
  readonly description: Readonly<Record<Surface, string>>;
  /** The one thing that a long press on the icon leads to. */
  readonly shortcut: Readonly<
    Record<Surface, { readonly name: string; readonly short_name: string; readonly description: string }>
  >;
  readonly screenshots: Readonly<Record<'signIn' | 'questionnaires', string>>;
}

const words: Readonly<Record<LanguageCode, Words>> = {
  en: {
    locale: 'en',
    kiosk: (name) => `${name} Kiosk`,
    description: {
      portal: 'Read your records and answer questionnaires, with or without a connection.',
      kiosk: 'Questionnaires on a tablet of the facility.',
    },
    shortcut: {
      portal: { name: 'Questionnaires', short_name: 'Questions', description: 'Questionnaires waiting for you' },
      kiosk: { name: "Today's list", short_name: 'Today', description: 'Patients who are due today' },
    },
    screenshots: { signIn: 'Sign in', questionnaires: 'Your questionnaires' },
  },
  es: {
    locale: 'es-MX',
    kiosk: (name) => `Quiosco ${name}`,
    description: {
      portal: 'Lea su expediente y llene cuestionarios, con o sin conexión.',
      kiosk: 'Cuestionarios en una tableta del centro.',
    },
    shortcut: {
      portal: { name: 'Cuestionarios', short_name: 'Preguntas', description: 'Cuestionarios pendientes' },
      kiosk: { name: 'Lista de hoy', short_name: 'Hoy', description: 'Pacientes de hoy' },
    },
    screenshots: { signIn: 'Iniciar sesión', questionnaires: 'Sus cuestionarios' },
  },
  fr: {
    locale: 'fr-CA',
    kiosk: (name) => `Borne ${name}`,
    description: {
      portal: 'Lisez votre dossier et remplissez des questionnaires, avec ou sans connexion.',
      kiosk: 'Questionnaires sur une tablette de l’établissement.',
    },
    shortcut: {
      portal: { name: 'Questionnaires', short_name: 'Questions', description: 'Questionnaires à remplir' },
      kiosk: { name: 'Liste du jour', short_name: 'Jour', description: 'Patients attendus aujourd’hui' },
    },
    screenshots: { signIn: 'Connexion', questionnaires: 'Vos questionnaires' },
  },
  pt: {
    locale: 'pt-BR',
    kiosk: (name) => `Quiosque ${name}`,
    description: {
      portal: 'Leia seu prontuário e preencha questionários, com ou sem conexão.',
      kiosk: 'Questionários em um tablet da instituição.',
    },
    shortcut: {
      portal: { name: 'Questionários', short_name: 'Perguntas', description: 'Questionários à sua espera' },
      kiosk: { name: 'Lista de hoje', short_name: 'Hoje', description: 'Pacientes de hoje' },
    },
    screenshots: { signIn: 'Entrar', questionnaires: 'Seus questionários' },
  },
  zh: {
    locale: 'zh-CN',
    kiosk: (name) => `${name} 自助终端`,
    description: {
      portal: '阅读病历并填写问卷，有无网络均可。',
      kiosk: '在医疗机构的平板电脑上填写问卷。',
    },
    shortcut: {
      portal: { name: '问卷', short_name: '问卷', description: '等待您填写的问卷' },
      kiosk: { name: '今日名单', short_name: '今日', description: '今天到期的患者' },
    },
    screenshots: { signIn: '登录', questionnaires: '您的问卷' },
  },
};

interface ManifestFacility {
  readonly facilityId: number;
  readonly facilityPortalName: string;
  readonly facilityShortName: string;
}

/** The manifest of the build in the person's language, with the facility's name, colour and icons; nothing in it is about a person. */
export function manifestOf(
  base: v.InferOutput<typeof ManifestFile>,
  surface: Surface,
  language: LanguageCode,
  found: { readonly facility: ManifestFacility; readonly brand: string | null } | null,
  icon: IconSource | null,
): Readonly<Record<string, unknown>> {
  const { locale, kiosk, description, shortcut, screenshots } = words[language];
  const facility = found?.facility ?? null;
  const short =
    facility === null ? null : surface === 'kiosk' ? kiosk(facility.facilityShortName) : facility.facilityShortName;
  const iconOf =
    facility === null || icon === null
      ? null
      : (purpose: 'any' | 'maskable', size: 192 | 512) => ({
          src: iconPath(facility.facilityId, icon, `${purpose}-${size}`),
          sizes: `${size}x${size}`,
          type: 'image/png',
        });
  return {
    ...base,
    lang: locale,
    description: description[surface],
    shortcuts: base.shortcuts.map((one) => ({
      ...one,
      ...shortcut[surface],
      ...(iconOf === null ? {} : { icons: [iconOf('any', 192)] }),
    })),
    screenshots: base.screenshots.map((one) => ({
      ...one,
      label: screenshots[/log in|sign in/i.test(one.label) ? 'signIn' : 'questionnaires'],
    })),
    ...(facility === null
      ? {}
      : { name: surface === 'kiosk' ? short : facility.facilityPortalName, short_name: short }),
    ...(found === null || found.brand === null ? {} : { theme_color: found.brand }),
    ...(iconOf === null
      ? {}
      : {
          icons: (['any', 'maskable'] as const).flatMap((purpose) =>
            ([192, 512] as const).map((size) => ({ ...iconOf(purpose, size), purpose })),
          ),
        }),
  };
}
