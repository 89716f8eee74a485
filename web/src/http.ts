// The calls of the HTTP API, typed. Knows no page: a refusal is thrown with its code.

import type {
  AccountInfo, AnalysisOf, Code, Credentials, Deposit, GamePage, HistoryEntry, HttpError, LegalMovesOf, Me, NewPassword,
  LadderSummary, MailChange, MailSettings, Pace, PlayerRating, RivalRecord, VerifyMail, Zones, PositionAnalysis, PositionMoves, RatingBoardEntry, Statement,
  TournamentList, TournamentPage, WalletState, Withdraw, WithdrawAnswer,
} from './protocol';

/** A call that was refused, or that did not come through (`unavailable`). */
export class Refused extends Error {
  constructor(readonly code: Code, message: string) {
    super(message);
  }
}

async function call<Answer>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    const init: RequestInit = { method, credentials: 'same-origin', headers: { accept: 'application/json' } };
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      init.headers = { accept: 'application/json', 'content-type': 'application/json' };
    }
    response = await fetch(path, init);
  } catch (cause) {
    throw new Refused('unavailable', String(cause));
  }
  const text = await response.text();
  let answer: unknown = null;
  try {
    answer = text === '' ? null : JSON.parse(text);
  } catch {
    throw new Refused('unavailable', `no JSON from ${path}`);
  }
  if (response.ok) return answer as Answer;
  const error = answer as Partial<HttpError> | null;
  throw new Refused(error?.code ?? 'unavailable', error?.message ?? response.statusText);
}

export const api = {
  me: () => call<Me>('GET', '/api/me'),
  signUp: (body: Credentials) => call<AccountInfo>('POST', '/api/signup', body),
  signIn: (body: Credentials) => call<AccountInfo>('POST', '/api/session', body),
  signOut: () => call<null>('DELETE', '/api/session'),
  password: (body: NewPassword) => call<null>('POST', '/api/password', body),
  games: () => call<GamePage[]>('GET', '/api/games'),
  ratings: (variant: string, pace: Pace, after: number) => call<RatingBoardEntry[]>('GET', `/api/ratings/${variant}/${pace}?after=${after}`),
  ratingsOf: (name: string) => call<PlayerRating[]>('GET', `/api/players/${name}/ratings`),
  tournaments: (over: boolean, after: string | null) =>
    call<TournamentList>('GET', `/api/tournaments?over=${over}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`),
  tournament: (id: string) => call<TournamentPage>('GET', `/api/tournaments/${id}`),
  ladders: () => call<LadderSummary[]>('GET', '/api/ladders'),
  zone: (zone: string) => call<null>('PUT', '/api/zone', { zone }),
  zones: (match: string) => call<Zones>('GET', `/api/matches/${match}/zones`),
  record: (name: string) => call<RivalRecord>('GET', `/api/players/${name}/record`),
  mail: () => call<MailSettings>('GET', '/api/mail'),
  mailChange: (body: MailChange) => call<null>('PUT', '/api/mail', body),
  mailRemove: () => call<null>('DELETE', '/api/mail'),
  mailVerify: (body: VerifyMail) => call<null>('POST', '/api/mail/verify', body),
  history: () => call<HistoryEntry[]>('GET', '/api/history'),
  statement: () => call<Statement>('GET', '/api/statement'),
  deposit: (body: Deposit) => call<WalletState>('POST', '/api/deposit', body),
  withdraw: (body: Withdraw) => call<WithdrawAnswer>('POST', '/api/withdraw', body),
  analysis: (body: AnalysisOf) => call<PositionAnalysis>('POST', '/api/analysis', body),
  legalMoves: (body: LegalMovesOf) => call<PositionMoves>('POST', '/api/legal-moves', body),
  pdnPath: (game: string) => `/api/game/${game}/pdn`,
};
