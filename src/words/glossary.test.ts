import type { LanguageCode } from '@portal/api';
import { describe, expect, test } from 'vitest';
import { readTextFiles } from './textFiles.ts';

/** Words that the README's glossary replaces: what must not be in a text, and what to write instead. */
const replaced: Readonly<Record<LanguageCode, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\bsign(?:s|ed|ing)?[ -](?:you |it |them )?(?:in|out|off)\b/i, 'log in, log out'],
    [/\b(?:go|going) on\b/i, 'continue'],
    [/\bbeg[aiu]n/i, 'start'],
    [/\bdiscard/i, 'delete'],
    [/\bcell ?phone/i, 'mobile phone'],
    [/\bload (?:again|this page again)\b/i, 'reload'],
    [/\bshows? up\b/i, 'appear'],
    [/\bsomebody\b/i, 'someone'],
    [/\baddressed\b/i, 'done'],
    [/\bstart page\b/i, 'home page'],
    [/\bonline again\b/i, 'back online'],
  ],
  es: [
    [/\bListo\b/, 'Hecho, Terminar'],
    [/está seguro/i, 'seguro que'],
    [/caducad/i, 'expiró'],
    [/sesión(?<=(?:seguir en la|mantener la) sesión)(?! abierta)/i, 'mantener la sesión abierta'],
    [/\b(?:el paciente|los pacientes)\b/i, 'la persona'],
    [/\brespond(?:er|a|ido|iendo) (?:a |este |un |el |los )?cuestionario/i, 'llenar'],
    [/\bcorreos?\b(?! electrónico)/i, 'correo electrónico'],
    [/\b(?:pulse|pulsar)\b/i, 'tocar'],
    [/descart/i, 'borrar'],
    [/\busted mismo\b/i, 'personalmente'],
    [/\boficina\b/i, 'consultorio'],
    [/historia clínica/i, 'expediente'],
    [/equipo médico/i, 'equipo de atención'],
    [/cancelada por la clínica|\b(?:su|la) institución\b/i, 'centro'],
    [/\blas \{time\}/, 'words that fit 1:00 too'],
    [/\{days\}, hasta/, 'o hasta'],
    [/\bañad(?:e|i)/i, 'agregar'],
    [/edad del paciente/i, 'la persona atendida'],
    [/\bconsultas? anterior/i, 'cita'],
    [/[«»]/, '“ ”'],
    [/por suposición/i, 'sin estar seguros'],
    [/\b[ad]e? el (?:centro|consultorio|portal)\b/i, 'al, del'],
    [/^por hacer$/i, 'pendientes'],
    [/\btoca (?:esa semana|ese mes|este mes|el mes)\b/i, 'vence'],
    [/fuera de los valores|(?<=\S )Fuera de/, 'fuera de rango'],
    [/\botro texto\b/i, 'otra versión'],
    [/\bvisitas?\b(?! (?:a urgencias|antes de una))/i, 'cita'],
  ],
  fr: [
    [/équipe soignante/i, 'équipe de soins'],
    [/adresse courriel/i, 'adresse de courriel'],
    [/assurance sociale/i, 'sécurité sociale'],
    [/(?<!\{)\b(?:e-?mail|mail)s?\b/i, 'courriel'],
    [
      /rester connecté|une fois connecté|(?:serez|êtes) (?:dé|re)?connecté|vous a invité\b|vous êtes sûr|\bvous seul\b|êtes-vous sûr/i,
      'la session',
    ],
    [/\b(?:Heureux|Prêt|Nouveau sur)\b/, 'words that fit everybody'],
    [/\ble patient\b/i, 'la personne'],
    [/\bPIN\b/, 'NIP'],
    [/\bfermer (?:la session|toutes les autres sessions)\b/i, 'se déconnecter'],
    [/\ble bureau\b/i, 'le secrétariat'],
    [/par supposition/i, 'sans certitude'],
    [/sommaire du traitement/i, 'résumé du traitement'],
    [/annulé par la clinique/i, 'établissement'],
    [/phrase secrète/i, 'phrase de passe'],
    [/^vous pouvez laisser un message/i, 'l’établissement: the reader is « vous »'],
    [/\} (?:non consultés|autres hors)/, 'one of them too'],
    [/âge du patient/i, 'la personne soignée'],
    [/\bla réception\b/i, 'l’accueil'],
    [/\{days\}, jusqu/, 'ou jusqu’à'],
    [/\bvisites?\b(?! sur le portail)/i, 'rendez-vous'],
    [/\bune chose\b.*(?:écrit|envoy)/i, 'un texte'],
    [/averti le \{date\}\./, 'no full stop: a short date ends with one'],
  ],
  pt: [
    [/\boff-?line\b/i, 'sem conexão'],
    [/equipe de cuidado\b/i, 'equipe de cuidados'],
    [/\baparelho/i, 'dispositivo'],
    [/\bobrigad[oa]\b/i, 'agradecemos'],
    [/\bconectado\b/i, 'a sessão'],
    [/\bvocê mesmo\b/i, 'pessoalmente'],
    [/previdência/i, 'Seguro Social'],
    [/\bunidades?\b/i, 'instituição'],
    [/\b[oO] paciente\b/, 'a pessoa'],
    [/(?<!nome de )usuário/i, 'nome de usuário'],
    [/\bexibir\b/i, 'mostrar'],
    // A diagnosis is « descartado » when it was ruled out.
    [/descart(?!ado$)/i, 'apagar'],
    [/escritório/i, 'consultório, recepção'],
    [/equipe médica/i, 'equipe de cuidados'],
    [/anotações médicas/i, 'notas médicas'],
    [/cancelada pela clínica/i, 'instituição'],
    [/\{days\}, até/, 'ou até'],
    [/\} não vistos/, 'one of them too'],
    [/idade do paciente/i, 'a pessoa atendida'],
    [/\bencerr(?:ar|e|ou) (?:a |todas as )?(?:outras )?sess/i, 'sair'],
    [/telefone de casa/i, 'telefone residencial'],
    [/por suposição/i, 'sem ter certeza'],
    [/senhas erradas demais/i, 'muitas senhas erradas'],
    [/\bvisitas?\b/i, 'consulta'],
    [/for para (?:aquela semana|aquele mês|este mês)/i, 'vencer'],
    [/avisada em \{date\}\./, 'no full stop: a short date ends with one'],
  ],
  zh: [
    [/帐|账号/, '账户'],
    [/(?<!电子)邮[件箱]|电子邮件地址/, '电子邮箱, 电子邮件'],
    [/重设/, '重置'],
    [/口令/, '密码短语'],
    [/护理|医疗团队/, '医护团队, 照护者'],
    [/拒/, '不填写'],
    [/本设备/, '此设备'],
    [/(?<!医疗)机构/, '医疗机构'],
    [/PIN(?! 码)/, 'PIN 码'],
    [/社会保险/, '社会安全号码'],
    [/丢弃/, '删除'],
    [/检查结果/, '检验结果'],
    [/治疗摘要/, '治疗概要'],
    [/病程记录|病历记录/, '就诊记录'],
    [/办公室/, '科室'],
    [/登录位置/, '已登录的设备'],
    [/(?<!健康)教育/, '健康教育'],
    [/\p{Script=Han}[,:;?!]/u, '，：；？！'],
  ],
};

/** A notice does not say that it is about health, so its visit may be any. */
const neutral = /^notices\.topics\.appointment$/;
/** Texts with a wording that the specification gives, or that has to be neutral. */
const fixed: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  en: /^(?:(?:kiosk|layout)\.logOut|bar\.(?:sessiontimeout|facilitySubscriptionExpired|linkexpired)|session\.(?:ssoFailedTitle|ssoFailedText|ssoLogoutTitle))$/,
  es: neutral,
  fr: neutral,
  pt: neutral,
};

describe('one thing has one word, and no text assumes a man', () => {
  test.each(Object.entries(replaced))('%s', (language, rules) => {
    const code = language as LanguageCode;
    const texts = readTextFiles().flatMap(({ entries }) => Object.entries(entries[code]));
    const found = texts.flatMap(([key, text]) =>
      rules.flatMap(([word, instead]) =>
        word.test(text) && !fixed[code]?.test(key) ? [`${key}: ${text} (${instead})`] : [],
      ),
    );
    expect(found).toEqual([]);
  });
});
