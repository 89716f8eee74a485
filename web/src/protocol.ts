// Written by crates/protocol (cargo test -p protocol); do not edit.
export const PROTOCOL = 1;

export type AccountId = string;

export type GameId = string;

export type SeekId = string;

export type MatchId = string;

export type LadderId = string;

export type TournamentId = string;

export type NoticeId = string;

export type CommandId = number;

export type Version = number;

export type Amount = number;

export type BasisPoints = number;

export type Millis = number;

export type Side = "white" | "black";

export type ClockSetting = { 
/**
 * Time at the start, in milliseconds.
 */
initial_ms: Millis, 
/**
 * Time added by each move, in milliseconds.
 */
increment_ms: Millis, };

export type LegalMove = { 
/**
 * The square that the piece leaves.
 */
from: string, 
/**
 * The square where it stops.
 */
to: string, 
/**
 * The squares of the pieces taken, sorted as the board numbers them.
 */
captured: Array<string>, 
/**
 * All ways through the squares where it lands, each in full: `["d6xf8xh6"]`. Any of them may be sent.
 */
paths: Array<string>, };

export type Clocks = { 
/**
 * Time left to White, in milliseconds, at `server_ms`.
 */
white_ms: Millis, 
/**
 * Time left to Black, in milliseconds, at `server_ms`.
 */
black_ms: Millis, 
/**
 * Whose clock runs; null when neither does (first moves, pause, end).
 */
running: Side | null, 
/**
 * The server's monotonic time, in milliseconds, at which these figures hold.
 */
server_ms: number, 
/**
 * What is left of the window for a player's first move, in milliseconds; null when none runs.
 */
first_move_ms: Millis | null, };

export type DrawState = { 
/**
 * Consecutive plies without a capture and without a man's move.
 */
quiet: number, 
/**
 * At how many such plies the game is drawn; null when the rule set has no such rule.
 */
quiet_limit: number | null, 
/**
 * How often the present position, with the same side to move, has stood.
 */
repetition: number, 
/**
 * At which repetition the game is drawn; null when the rule set has no such rule.
 */
repetition_limit: number | null, 
/**
 * In how many more quiet plies the game would be drawn; null when the rule set has no such rule.
 */
draw_in: number | null, 
/**
 * Draw offers left to White; null for who watches.
 */
white_offers_left: number | null, 
/**
 * Draw offers left to Black; null for who watches.
 */
black_offers_left: number | null, 
/**
 * The offer that stands, by its number and who made it.
 */
offer: StandingOffer | null, };

export type StandingOffer = { 
/**
 * Its number in this game; an answer names it.
 */
offer: number, 
/**
 * Who made it.
 */
by: Side, };

export type Outcome = "white" | "black" | "draw" | "void";

export type EndReason = "no_pieces" | "blocked" | "resignation" | "flag" | "agreement" | "repetition" | "quiet_plies" | "balance" | "aborted" | "forfeit" | "voided";

export type GameState = { 
/**
 * The version: how many events the game has.
 */
v: Version, 
/**
 * The position: `W:Wa1,Kc3:Bb8`.
 */
fen: string, 
/**
 * The side to move.
 */
turn: Side, 
/**
 * The number of the next move, counted from 0: the one that a `move` must name.
 */
ply: number, 
/**
 * The legal moves, only to the side to move (and to spectators and the other side: empty).
 */
legal: Array<LegalMove>, 
/**
 * Both clocks; null in a game without clocks.
 */
clocks: Clocks | null, 
/**
 * The counters towards a draw, and the offers.
 */
draw: DrawState, 
/**
 * Whether the game is paused (after a restart, until both are back or the wait ends).
 */
paused: boolean, };

export type DrawRules = { 
/**
 * Its name: `dream`, or one that the operator gave.
 */
name: string, 
/**
 * Its rules; where several draw by the same ply the first is the reason.
 */
rules: Array<DrawRule>, };

export type DrawRule = { "is": "repetition", 
/**
 * How many times.
 */
times: number, } | { "is": "quiet", 
/**
 * How many.
 */
plies: number, } | { "is": "balance", 
/**
 * The balance.
 */
balance: Balance, 
/**
 * How many plies, from the one that makes it.
 */
plies: number, 
/**
 * What starts their count anew while it lasts.
 */
anew: Anew, };

export type Balance = { "is": "listed", 
/**
 * The pairs.
 */
pairs: Array<[Material, Material]>, } | { "is": "against_king", 
/**
 * At least so many pieces.
 */
least: number, 
/**
 * At most so many.
 */
most: number, 
/**
 * Whether they are all kings.
 */
kings_only: boolean, } | { "is": "against_king_on_main_road", 
/**
 * At least so many pieces.
 */
least: number, 
/**
 * At most so many.
 */
most: number, } | { "is": "kings_on_both", 
/**
 * At least so many pieces.
 */
least: number, 
/**
 * At most so many.
 */
most: number, };

export type Material = { 
/**
 * Its kings.
 */
kings: number, 
/**
 * Its men.
 */
men: number, };

export type Anew = "never" | "crowning" | "change";

export type Level = "easy" | "medium" | "hard";

export type StakeMode = "per_match" | "per_game";

export type LevelRule = "drawn" | "mini_match";

export type MatchSeat = "first" | "second";

export type MatchAct = { "is": "counter", 
/**
 * The clock of each game.
 */
clock: ClockSetting, 
/**
 * How many games.
 */
games: number, 
/**
 * One player's stake, in minor units.
 */
stake: Amount, 
/**
 * When it starts, in Unix milliseconds; null: as soon as it is accepted.
 */
start: number | null, } | { "is": "accept", 
/**
 * The `hash` of the match's terms that the player saw.
 */
terms: string, } | { "is": "decline" } | { "is": "withdraw" } | { "is": "reconfirm" } | { "is": "offer_cancel" } | { "is": "cancel_alone" } | { "is": "check_in" } | { "is": "extend_break" } | { "is": "ready" } | { "is": "play_on" } | { "is": "agree_to_stop" } | { "is": "dispute" } | { "is": "offer_rematch" } | { "is": "accept_rematch" };

export type ClientMsg = { "t": "hello", "d": { 
/**
 * The protocol's version, [`crate::PROTOCOL`].
 */
protocol: number, } } | { "t": "ping", "d": { 
/**
 * The client's own number, which the answer repeats.
 */
n: number, } } | { "t": "lobby", "d": { 
/**
 * Whether to hear of them.
 */
on: boolean, } } | { "t": "seek", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
 */
variant: string, 
/**
 * The rule set for draws: `dream`.
 */
rules: string, 
/**
 * The stake of each player, in minor units.
 */
stake: Amount, 
/**
 * The clock.
 */
clock: ClockSetting, 
/**
 * The hash of the terms that the player saw (`GET /api/games/{variant}`).
 */
terms: string, } } | { "t": "cancel_seek", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The seek.
 */
seek: SeekId, } } | { "t": "join", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The seek.
 */
seek: SeekId, 
/**
 * The hash of the terms that the player saw.
 */
terms: string, } } | { "t": "play_now", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
 */
variant: string, 
/**
 * The rule set for draws: `dream`.
 */
rules: string, 
/**
 * The clock.
 */
clock: ClockSetting, 
/**
 * The lowest stake that one accepts, in minor units.
 */
stake_lowest: Amount, 
/**
 * The highest, which one has to cover; the same as the lowest for that stake alone.
 */
stake_highest: Amount, 
/**
 * The slowest round trip that either of the two may have, one of the game's page's `latency_steps`; null for any.
 */
latency_limit_ms: Millis | null, 
/**
 * The hash of the terms that the player saw (`GET /api/games/{variant}`).
 */
terms: string, } } | { "t": "play_now_wider", "d": { 
/**
 * The command's number.
 */
id: CommandId, } } | { "t": "play_now_cancel", "d": { 
/**
 * The command's number.
 */
id: CommandId, } } | { "t": "watch", "d": { 
/**
 * The game.
 */
game: GameId, } } | { "t": "unwatch", "d": { 
/**
 * The game.
 */
game: GameId, } } | { "t": "resume", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The last version that the client has.
 */
version: Version, } } | { "t": "move", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The number of the move, counted from 0.
 */
ply: number, 
/**
 * The move: `c3-d4`, `d6xf8xh6`, on 10x10 `32-28`; from-to alone when only one move fits.
 */
path: string, } } | { "t": "offer_draw", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The command's number.
 */
id: CommandId, } } | { "t": "accept_draw", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The offer's number.
 */
offer: number, } } | { "t": "decline_draw", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The offer's number.
 */
offer: number, } } | { "t": "resign", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The command's number.
 */
id: CommandId, } } | { "t": "rematch", "d": { 
/**
 * The game that ended.
 */
game: GameId, 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The hash of the terms in force that the player saw; not needed in practice.
 */
terms: string | null, } } | { "t": "decline_rematch", "d": { 
/**
 * The game that ended.
 */
game: GameId, 
/**
 * The command's number.
 */
id: CommandId, } } | { "t": "practice_bot", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
 */
variant: string, 
/**
 * How well the bot plays.
 */
level: Level, 
/**
 * The side that the person plays.
 */
side: Side, 
/**
 * A clock, or none.
 */
clock: ClockSetting | null, 
/**
 * Where it starts; null, or not said, for the game's own start.
 */
fen: string | null, } } | { "t": "hint", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The command's number.
 */
id: CommandId, } } | { "t": "take_back", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The command's number.
 */
id: CommandId, } } | { "t": "practice_link", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
 */
variant: string, 
/**
 * The side that its maker plays.
 */
side: Side, 
/**
 * A clock, or none.
 */
clock: ClockSetting | null, 
/**
 * Where it starts; null, or not said, for the game's own start.
 */
fen: string | null, } } | { "t": "practice_join", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The code after the link's `#`.
 */
code: string, } } | { "t": "practice_seat", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The game.
 */
game: GameId, 
/**
 * The seat's secret, as `practice_seat` gave it.
 */
secret: string, } } | { "t": "match_propose", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The name of the player who is challenged; null for an open seat, which whoever accepts first takes.
 */
opponent: string | null, 
/**
 * The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
 */
variant: string, 
/**
 * The rule set for draws: `dream`.
 */
rules: string, 
/**
 * The clock of each game.
 */
clock: ClockSetting, 
/**
 * How many games.
 */
games: number, 
/**
 * What a stake is put up for.
 */
stake_mode: StakeMode, 
/**
 * One player's stake for that, in minor units.
 */
stake: Amount, 
/**
 * When it starts, in Unix milliseconds; null: as soon as it is accepted.
 */
start: number | null, 
/**
 * What a level match means.
 */
level: LevelRule, 
/**
 * Whether anybody may watch.
 */
watchable: boolean, 
/**
 * The hash of the terms that the player saw (`GET /api/games/{variant}`).
 */
terms: string, } } | { "t": "match_act", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The match.
 */
match: MatchId, 
/**
 * What is asked.
 */
act: MatchAct, } } | { "t": "match_watch", "d": { 
/**
 * The command's number.
 */
id: CommandId, } } | { "t": "match_find", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The match.
 */
match: MatchId, } } | { "t": "ladder_act", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The season.
 */
season: LadderId, 
/**
 * What is asked.
 */
act: LadderAct, } } | { "t": "ladder_watch", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The season.
 */
season: LadderId, } } | { "t": "tournament_act", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The tournament.
 */
tournament: TournamentId, 
/**
 * What is asked.
 */
act: TournamentAct, } } | { "t": "tournament_watch", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The tournament.
 */
tournament: TournamentId, } } | { "t": "tournament_unwatch", "d": { 
/**
 * The tournament.
 */
tournament: TournamentId, } } | { "t": "tournament_round", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The tournament.
 */
tournament: TournamentId, 
/**
 * The round, from 1.
 */
round: number, 
/**
 * The table with which the page begins, from 1.
 */
from: number, } } | { "t": "tournament_standings", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The tournament.
 */
tournament: TournamentId, 
/**
 * The row with which the page begins, from 1.
 */
from: number, } } | { "t": "notices_show", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * Only those older than this one; null for the newest.
 */
before: NoticeId | null, } } | { "t": "notices_read", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The newest that was read.
 */
up_to: NoticeId, } };

export type Code = "bad_frame" | "unsupported_protocol" | "rate_limited" | "not_signed_in" | "not_your_game" | "no_such_game" | "stale_ply" | "not_your_turn" | "illegal_move" | "ambiguous" | "bad_move" | "one_at_a_time" | "game_over" | "too_late" | "paused" | "no_such_offer" | "already_offered" | "no_offers_left" | "too_early" | "bot_declines" | "too_many_spectators" | "not_against_the_bot" | "nothing_to_take_back" | "bad_position" | "seek_gone" | "own_seek" | "game_limit" | "seek_limit" | "barred" | "terms_changed" | "insufficient_funds" | "opponent_insufficient_funds" | "stakes_refused" | "out_of_range" | "unavailable" | "no_rematch" | "no_such_link" | "taken" | "practice_limit" | "position_in_play" | "pair_limit" | "already_waiting" | "not_waiting" | "block_limit" | "no_such_tournament" | "rating_outside" | "not_entered" | "already_entered" | "full" | "no_such_match" | "no_such_player" | "in_event" | "starts_soon" | "not_challengeable" | "own_challenge" | "challenge_open" | "challenge_limit" | "barred_from_matches" | "not_your_match" | "not_yours" | "not_now" | "not_yet" | "time_over" | "open_seat" | "same_terms" | "no_counter_left" | "no_extension_left" | "one_stake" | "start_out_of_range" | "no_such_ladder" | "not_on_ladder" | "out_of_reach" | "not_challengeable_now" | "pair_done" | "name_taken" | "bad_name" | "bad_password" | "bad_address" | "link_over" | "wrong_credentials" | "bad_origin" | "not_here" | "bad_request" | "not_found";

export type WalletState = { 
/**
 * The balance, in minor units.
 */
balance: Amount, 
/**
 * Its version: a client drops an older one.
 */
version: number, };

export type Terms = { 
/**
 * The game: `brazilian`, `american`, `international` or `russian`.
 */
variant: string, 
/**
 * The rule set for draws: `dream`.
 */
rules: string, 
/**
 * The clock.
 */
clock: ClockSetting, 
/**
 * The stake of each player, in minor units; 0 in practice.
 */
stake: Amount, 
/**
 * The commission on a decisive game, in basis points of the pot.
 */
fee_basis_points: BasisPoints, 
/**
 * The window for each player's first move, in milliseconds; 0 where it runs on the clock.
 */
first_move_ms: number, 
/**
 * The first ply at which a draw may be offered.
 */
offers_from_ply: number, 
/**
 * The Rivals match or tournament that the game belongs to; null in the lobby and in practice.
 */
event: EventRef | null, 
/**
 * The hash of the configuration that these terms come from.
 */
hash: string, };

export type Breakdown = { 
/**
 * The stake of each player.
 */
stake: Amount, 
/**
 * Both stakes.
 */
pot: Amount, 
/**
 * The commission taken (0 unless somebody won).
 */
fee: Amount, 
/**
 * What the winner gets: pot − fee.
 */
prize: Amount, };

export type EventRef = { "kind": "match", 
/**
 * Which.
 */
id: MatchId, 
/**
 * The game's number, from 1.
 */
game: number, } | { "kind": "tournament", 
/**
 * Which.
 */
id: TournamentId, 
/**
 * The round, from 1.
 */
round: number, 
/**
 * The table, from 1.
 */
table: number, };

export type MatchState = "proposed" | "countered" | "scheduled" | "check_in" | "playing" | "break" | "mini_match" | "decided" | "review" | "settled" | "closed" | "declined" | "expired" | "withdrawn" | "cancelled" | "no_show_one" | "no_show_both" | "voided";

export type MatchTerms = { 
/**
 * The game: `brazilian`, `american`, `international` or `russian`.
 */
variant: string, 
/**
 * The rule set for draws.
 */
rules: string, 
/**
 * The clock of each game.
 */
clock: ClockSetting, 
/**
 * How many games.
 */
games: number, 
/**
 * What a stake is put up for.
 */
stake_mode: StakeMode, 
/**
 * One player's stake for that, in minor units.
 */
stake: Amount, 
/**
 * What acceptance holds of each player: the stake, or that of all games.
 */
hold: Amount, 
/**
 * The commission on a pot that somebody wins, in basis points.
 */
fee_basis_points: BasisPoints, 
/**
 * When it starts, in Unix milliseconds; null: as soon as it is accepted.
 */
start: number | null, 
/**
 * What a level match means.
 */
level: LevelRule, 
/**
 * Whether anybody may watch.
 */
watchable: boolean, 
/**
 * The name of exactly these terms: `accept` says it.
 */
hash: string, };

export type MatchPlayer = { 
/**
 * His account.
 */
account: AccountId, 
/**
 * His name.
 */
name: string, 
/**
 * His score in the N games: 2 a win, 1 a draw.
 */
points: number, 
/**
 * Whether he has checked in.
 */
checked_in: boolean, 
/**
 * Whether he has confirmed the match anew.
 */
reconfirmed: boolean, 
/**
 * Whether he is ready for the next game.
 */
ready: boolean, 
/**
 * Whether he would cancel if the other agrees.
 */
would_cancel: boolean, 
/**
 * Whether he would stop here if the other agrees.
 */
would_stop: boolean, 
/**
 * Whether he would play all games if the other agrees.
 */
would_play_on: boolean, 
/**
 * Counter-offers that he has left.
 */
counters_left: number, 
/**
 * How often he may still extend a break.
 */
extensions_left: number, };

export type MatchGameSlot = { "is": "regular", 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * 0, or which time a voided game is played again.
 */
replay: number, } | { "is": "mini", 
/**
 * The stage.
 */
stage: MiniStage, 
/**
 * Its number in the stage, from 1.
 */
leg: number, 
/**
 * 0, or which time a voided game is played again.
 */
replay: number, };

export type MiniStage = "full" | "half" | "blitz" | "sudden_death";

export type MatchGameResult = "first" | "second" | "draw" | "neither" | "void";

export type MatchGame = { 
/**
 * The game.
 */
game: GameId, 
/**
 * Which it was.
 */
slot: MatchGameSlot, 
/**
 * The seat that had White.
 */
white: MatchSeat, 
/**
 * How it ended.
 */
result: MatchGameResult, 
/**
 * Whether it ended because somebody did not begin it.
 */
forfeit: boolean, 
/**
 * Plies played.
 */
plies: number, 
/**
 * When it ended, in Unix milliseconds.
 */
at: number, };

export type RunningGame = { 
/**
 * The game.
 */
game: GameId, 
/**
 * Which it is.
 */
slot: MatchGameSlot, 
/**
 * The seat that has White.
 */
white: MatchSeat, };

export type NextGame = { 
/**
 * Which it is.
 */
slot: MatchGameSlot, 
/**
 * When it starts, in Unix milliseconds.
 */
at: number, };

export type DecidedBy = "score" | "lead" | "absence" | "both_absent" | "mini_match" | "stopped_by_consent" | "stopped_by_operator" | "stopped_by_regulator" | "stopped_by_limit" | "review";

export type MatchOutcome = { 
/**
 * Who won; null when it is level.
 */
winner: MatchSeat | null, 
/**
 * By what.
 */
by: DecidedBy, 
/**
 * What that gives, where there is one stake for the match; null where each game has its own, and to who watches.
 */
money: Breakdown | null, };

export type MatchCancelled = { "is": "consent" } | { "is": "alone", 
/**
 * Who.
 */
by: MatchSeat, 
/**
 * Whether so late that it is a mark for him.
 */
late: boolean, } | { "is": "operator" } | { "is": "regulator" } | { "is": "limit" };

export type MatchView = { 
/**
 * The match.
 */
match: MatchId, 
/**
 * Its version: a client drops an older one.
 */
v: Version, 
/**
 * Where it stands.
 */
state: MatchState, 
/**
 * The viewer's seat; null for everybody else.
 */
you: MatchSeat | null, 
/**
 * The challenger.
 */
first: MatchPlayer, 
/**
 * The challenged player; null while the seat is open.
 */
second: MatchPlayer | null, 
/**
 * The terms that stand.
 */
terms: MatchTerms, 
/**
 * Whose offer stands; it is the other one's to answer.
 */
offered_by: MatchSeat | null, 
/**
 * When that offer expires.
 */
expires_at: number | null, 
/**
 * Whether the viewer could not pay his acceptance of these terms.
 */
unfunded: boolean, 
/**
 * When the match starts, once it is agreed.
 */
starts_at: number | null, 
/**
 * When check-in opens.
 */
check_in_opens_at: number | null, 
/**
 * When check-in closes.
 */
check_in_closes_at: number | null, 
/**
 * The games that have ended, in order.
 */
games: Array<MatchGame>, 
/**
 * The game that runs; `watch` it.
 */
running: RunningGame | null, 
/**
 * The game after the break.
 */
next: NextGame | null, 
/**
 * How it ended, once it is decided.
 */
outcome: MatchOutcome | null, 
/**
 * Why it was cancelled, if it was.
 */
cancelled: MatchCancelled | null, 
/**
 * Who came, after one did not.
 */
walkover: MatchSeat | null, 
/**
 * When the decided match is settled, if nobody disputes it.
 */
settles_at: number | null, 
/**
 * When a result that is looked at stands by itself.
 */
review_until: number | null, 
/**
 * What the match holds of each player now, in minor units; the stake of a running game is that game's. Null to who watches.
 */
held: Amount | null, 
/**
 * Until when a rematch may be agreed.
 */
rematch_until: number | null, 
/**
 * Who offers a rematch.
 */
rematch_offered_by: MatchSeat | null, 
/**
 * The rematch that was agreed.
 */
rematch: MatchId | null, 
/**
 * When the server said this: what the instants are counted down from.
 */
server_at: number, };

export type Tally = { 
/**
 * Won.
 */
wins: number, 
/**
 * Level.
 */
draws: number, 
/**
 * Lost.
 */
losses: number, };

export type PaceRecord = { 
/**
 * How fast.
 */
pace: Pace, 
/**
 * With White.
 */
white: Tally, 
/**
 * With Black.
 */
black: Tally, };

export type WinningRun = { 
/**
 * Whether they are one's own.
 */
own: boolean, 
/**
 * How many.
 */
length: number, };

export type RivalRecord = { 
/**
 * The other player's name.
 */
rival: string, 
/**
 * Matches that were played.
 */
matches: Tally, 
/**
 * Matches that one of the two did not come to.
 */
walkovers: Tally, 
/**
 * Games by pace.
 */
games: Array<PaceRecord>, 
/**
 * Games that one lost by forfeit.
 */
own_forfeits: number, 
/**
 * Games that the other lost by forfeit.
 */
rival_forfeits: number, 
/**
 * The run that lasts; a draw ends it.
 */
current: WinningRun | null, 
/**
 * The longest.
 */
longest: WinningRun | null, 
/**
 * What one has won (or lost) by them, fees taken off, in minor units.
 */
net: Amount, };

export type Zone = { 
/**
 * A name of the IANA data, as `America/Sao_Paulo`.
 */
zone: string, };

export type Zones = { 
/**
 * The challenger's; null where he has said none.
 */
first: string | null, 
/**
 * The challenged player's.
 */
second: string | null, };

export type LadderAct = { "is": "enter" } | { "is": "leave" } | { "is": "challenge", 
/**
 * His name.
 */
player: string, } | { "is": "accept", 
/**
 * The challenge's number.
 */
number: number, } | { "is": "decline", 
/**
 * The challenge's number.
 */
number: number, } | { "is": "begin_leave" } | { "is": "end_leave" };

export type LadderState = "announced" | "open" | "frozen" | "paid" | "cancelled";

export type LadderPlace = { 
/**
 * Who stands on it.
 */
account: AccountId, 
/**
 * His name.
 */
name: string, 
/**
 * Whether he is away.
 */
on_leave: boolean, };

export type LadderChallenge = { 
/**
 * Its number.
 */
number: number, 
/**
 * The place of who challenges, from 1.
 */
by: number, 
/**
 * The place of who is challenged.
 */
to: number, 
/**
 * Whether it was accepted, and its match is awaited.
 */
accepted: boolean, 
/**
 * When it has to be answered, or its match settled, in Unix milliseconds.
 */
due: number, };

export type LadderView = { 
/**
 * The season.
 */
season: LadderId, 
/**
 * Its version.
 */
v: Version, 
/**
 * Where it stands.
 */
state: LadderState, 
/**
 * What is played.
 */
variant: string, 
/**
 * By which draw rules.
 */
rules: string, 
/**
 * When it opens, in Unix milliseconds.
 */
opens_at: number, 
/**
 * When its order is frozen.
 */
ends_at: number, 
/**
 * When its prizes are paid, once the order is frozen.
 */
pays_at: number | null, 
/**
 * What the places win, the first one first, in minor units.
 */
prizes: Array<Amount>, 
/**
 * The order, the first place first.
 */
places: Array<LadderPlace>, 
/**
 * The challenges that are open.
 */
challenges: Array<LadderChallenge>, 
/**
 * The viewer's place, from 1.
 */
you: number | null, 
/**
 * How many places up the viewer may challenge.
 */
reach: number | null, 
/**
 * What the server's wall clock said, in Unix milliseconds.
 */
server_at: number, };

export type LadderSummary = { 
/**
 * The season.
 */
season: LadderId, 
/**
 * Where it stands.
 */
state: LadderState, 
/**
 * What is played.
 */
variant: string, 
/**
 * By which draw rules.
 */
rules: string, 
/**
 * When it opens, in Unix milliseconds.
 */
opens_at: number, 
/**
 * When its order is frozen.
 */
ends_at: number, 
/**
 * All prizes together, in minor units.
 */
pool: Amount, };

export type RivalsOffer = { 
/**
 * How many games a match may have.
 */
games: Array<number>, 
/**
 * The smallest stake, in minor units.
 */
stake_min: Amount, 
/**
 * The largest stake, in minor units.
 */
stake_max: Amount, 
/**
 * The commission on a pot that somebody wins, in basis points.
 */
fee_basis_points: BasisPoints, 
/**
 * A scheduled start is at least this far ahead.
 */
min_lead_ms: Millis, 
/**
 * And at most this far.
 */
max_lead_ms: Millis, 
/**
 * How long a challenge to play now waits for its answer.
 */
now_expiry_ms: Millis, 
/**
 * How long a challenge to a scheduled match waits at most.
 */
expiry_ms: Millis, 
/**
 * Counter-offers of each side.
 */
counters: number, 
/**
 * Challenges that a player may have open at once.
 */
outgoing: number, 
/**
 * Check-in opens this long before the start.
 */
check_in_before_ms: Millis, 
/**
 * Check-in closes this long after the start.
 */
grace_ms: Millis, 
/**
 * Until this long before the start a player may cancel alone without a mark.
 */
free_cancel_ms: Millis, 
/**
 * The break between games.
 */
break_ms: Millis, 
/**
 * How long after a match a rematch may be agreed.
 */
rematch_ms: Millis, };

export type TournamentAct = { "is": "register", 
/**
 * The `hash` of the tournament's terms that the player saw.
 */
terms: string, } | { "is": "unregister" } | { "is": "check_in" } | { "is": "undo_check_in" } | { "is": "enter_late", 
/**
 * The `hash` of the tournament's terms that the player saw.
 */
terms: string, } | { "is": "withdraw" };

export type TournamentFormat = { "is": "knockout", 
/**
 * Whether the losers of the semifinals play for place 3.
 */
third_place: boolean, } | { "is": "swiss", 
/**
 * How many rounds.
 */
rounds: number, } | { "is": "round_robin", 
/**
 * Whether twice, with both colours.
 */
double: boolean, } | { "is": "arena", 
/**
 * How long players are paired.
 */
length_ms: Millis, 
/**
 * How often who is free is paired.
 */
wave_ms: Millis, };

export type TournamentPhase = "announced" | "registration" | "check_in" | "pairing" | "playing" | "round_done" | "suspended" | "finished" | "review" | "paid" | "archived" | "cancelled" | "aborted";

export type TieBreak = "direct_encounter" | "buchholz_cut1" | "buchholz" | "sonneborn_berger" | "wins" | "wins_with_black";

export type CancellationRule = "roll_forward" | "roll_back";

export type TournamentTerms = { 
/**
 * Its name.
 */
name: string, 
/**
 * The game: `brazilian`, `american`, `international` or `russian`.
 */
variant: string, 
/**
 * The rule set for draws.
 */
rules: string, 
/**
 * How who meets whom is found.
 */
format: TournamentFormat, 
/**
 * The clock of each game.
 */
clock: ClockSetting, 
/**
 * What each entry adds to the pool.
 */
contribution: Amount, 
/**
 * What each entry pays the house beside it.
 */
fee: Amount, 
/**
 * The least pool.
 */
guarantee: Amount, 
/**
 * The weights by which the pool is divided, from the first place, at most the first 100; empty where nothing is won.
 */
prize_weights: Array<number>, 
/**
 * The fewest players checked in with whom it starts.
 */
min_players: number, 
/**
 * The most entries.
 */
max_players: number, 
/**
 * When registration opens.
 */
registration_at: number, 
/**
 * When registration closes and check-in opens.
 */
check_in_at: number, 
/**
 * When it starts.
 */
starts_at: number, 
/**
 * The last round in which one may still enter; 0 for none; null: in any (an arena).
 */
late_entry_until: number | null, 
/**
 * What decides between players of equal points, in that order.
 */
tie_breaks: Array<TieBreak>, 
/**
 * How long after a game's start who is not there loses it.
 */
grace_ms: Millis, 
/**
 * What an abort does.
 */
cancellation: CancellationRule, 
/**
 * The lowest rating that may enter.
 */
rating_min: number | null, 
/**
 * The highest rating that may enter.
 */
rating_max: number | null, 
/**
 * The countries whose players may enter; empty for all.
 */
countries: Array<string>, 
/**
 * The window for protests between the last round and the payout.
 */
protest_ms: Millis, 
/**
 * How much later who watches sees a move.
 */
spectators_delay_ms: Millis, 
/**
 * The name of exactly these terms: `register` and `enter_late` say it.
 */
hash: string, };

export type TournamentPlayer = { 
/**
 * His account.
 */
account: AccountId, 
/**
 * His name.
 */
name: string, 
/**
 * His place in the seeding, from 1.
 */
seed: number, };

export type EntryState = "registered" | "checked_in" | "playing" | "out" | "withdrawn" | "removed";

export type TableRole = "points" | "bracket" | "third_place";

export type WonBy = "play" | "forfeit" | "walkover";

export type TableOutcome = { "is": "won", 
/**
 * Who.
 */
seat: MatchSeat, 
/**
 * How.
 */
by: WonBy, } | { "is": "level" } | { "is": "both_lost" } | { "is": "empty" };

export type TableGameOn = { 
/**
 * The game: `watch` it.
 */
game: GameId, 
/**
 * The seat that has White.
 */
white: MatchSeat, };

export type TableGame = { 
/**
 * The game.
 */
game: GameId, 
/**
 * The seat that had White.
 */
white: MatchSeat, 
/**
 * How it ended.
 */
result: MatchGameResult, 
/**
 * Whether it ended because somebody did not come.
 */
forfeit: boolean, };

export type TournamentTable = { 
/**
 * Its number, from 1; in a knockout tables 2n − 1 and 2n lead to table n of the next round.
 */
table: number, 
/**
 * What is played for.
 */
role: TableRole, 
/**
 * White in the first game; in a knockout the higher seed. Null where nobody came through.
 */
first: TournamentPlayer | null, 
/**
 * The other.
 */
second: TournamentPlayer | null, 
/**
 * The game that is on.
 */
running: TableGameOn | null, 
/**
 * When the next game begins, in Unix milliseconds, while none is on and one is to come.
 */
next_at: number | null, 
/**
 * The games that have ended, in order.
 */
games: Array<TableGame>, 
/**
 * How it was decided; null while it is open.
 */
outcome: TableOutcome | null, };

export type TournamentStanding = { 
/**
 * The row's number, from 1: what `from` counts.
 */
row: number, 
/**
 * The first of the places that the player shares, from 1; 0 before the start.
 */
place: number, 
/**
 * Who.
 */
player: TournamentPlayer, 
/**
 * The rating that seeds him.
 */
rating: number, 
/**
 * What has become of his entry.
 */
state: EntryState, 
/**
 * Half points: 2 a win, 1 a draw. In a knockout the rounds that he came through.
 */
half_points: number, 
/**
 * The values of the terms' tie-breaks, in their order; in an arena the wins alone; empty in a knockout.
 */
tie_breaks: Array<number>, 
/**
 * What he wins if it ends like this, and has won once it is paid; null in an event without money, before the start, and
 * where it was called off or stopped.
 */
prize: Amount | null, };

export type OwnEntry = { 
/**
 * What has become of it.
 */
state: EntryState, 
/**
 * What is held for it now, in minor units.
 */
held: Amount, 
/**
 * His row of the standings; null where he has none (any more).
 */
standing: TournamentStanding | null, 
/**
 * The round of the table below.
 */
round: number | null, 
/**
 * His table in the newest round where he has one.
 */
table: TournamentTable | null, 
/**
 * Whether that round gave him a bye instead.
 */
bye: boolean, };

export type TournamentView = { 
/**
 * The tournament.
 */
tournament: TournamentId, 
/**
 * Its version: a client drops an older one.
 */
v: Version, 
/**
 * Its terms.
 */
terms: TournamentTerms, 
/**
 * Where it stands.
 */
phase: TournamentPhase, 
/**
 * When it starts: later than the terms say where it was put off for want of players; null once it has started, or will not.
 */
starts_at: number | null, 
/**
 * When something happens next by itself: a phase ends, a round is paired, a game is lost by absence; null where nothing will.
 */
next_at: number | null, 
/**
 * How many hold a seat.
 */
entered: number, 
/**
 * How many of them have checked in.
 */
checked_in: number, 
/**
 * How many play or played.
 */
players: number, 
/**
 * How many of them may still be paired.
 */
active: number, 
/**
 * The newest round that was paired; 0 for none. In an arena, a wave.
 */
round: number, 
/**
 * How many rounds there are at most; null where that is not known (yet).
 */
rounds: number | null, 
/**
 * How many tables the newest round has.
 */
tables: number, 
/**
 * How many of them are undecided.
 */
open_tables: number, 
/**
 * What the players have contributed; before the start, what they would.
 */
contributions: Amount, 
/**
 * What the house adds to it; before the start, what it would.
 */
overlay: Amount, 
/**
 * Both: what is won.
 */
pool: Amount, 
/**
 * Whether the pool stays what it is: nobody enters any more.
 */
pool_final: boolean, 
/**
 * The prize of each place with that pool and so many players, where nobody shares; at most the first 100 places.
 */
prizes: Array<Amount>, 
/**
 * How many places are paid by the terms.
 */
paid_places: number, 
/**
 * The end of the window for protests, while it is open.
 */
protest_until: number | null, 
/**
 * How many cases hold up the payout.
 */
open_cases: number, 
/**
 * The viewer's own entry; null where he has none.
 */
you: OwnEntry | null, 
/**
 * When the server said this: what the instants are counted down from.
 */
server_at: number, };

export type TournamentRound = { 
/**
 * The tournament.
 */
tournament: TournamentId, 
/**
 * The version that it shows.
 */
v: Version, 
/**
 * The command's number; null where it was not asked for.
 */
id: CommandId | null, 
/**
 * The round, from 1.
 */
round: number, 
/**
 * When it was paired, in Unix milliseconds.
 */
paired_at: number, 
/**
 * How many tables the round has.
 */
count: number, 
/**
 * The player whom the pairing gave a bye, worth a win.
 */
bye: TournamentPlayer | null, 
/**
 * Its tables, from the one asked for; as many as a frame takes.
 */
tables: Array<TournamentTable>, 
/**
 * The table with which the next page begins; null at the end.
 */
next: number | null, };

export type TournamentTables = { 
/**
 * The tournament.
 */
tournament: TournamentId, 
/**
 * The version that they show.
 */
v: Version, 
/**
 * The round.
 */
round: number, 
/**
 * The tables.
 */
tables: Array<TournamentTable>, 
/**
 * Whether more have changed than are said here: ask for what is shown anew.
 */
more: boolean, };

export type TournamentStandings = { 
/**
 * The tournament.
 */
tournament: TournamentId, 
/**
 * The version that they show.
 */
v: Version, 
/**
 * The command's number; null where it was not asked for.
 */
id: CommandId | null, 
/**
 * How many rows there are.
 */
count: number, 
/**
 * The rows from the one asked for, best first; as many as a frame takes.
 */
rows: Array<TournamentStanding>, 
/**
 * The row with which the next page begins; null at the end.
 */
next: number | null, };

export type NoticeOffer = { 
/**
 * How many games.
 */
games: number, 
/**
 * What a stake is put up for.
 */
stake_mode: StakeMode, 
/**
 * One player's stake for that.
 */
stake: Amount, 
/**
 * When the match would start, in Unix milliseconds; null: as soon as it is accepted.
 */
starts_at: number | null, 
/**
 * When the offer expires.
 */
expires_at: number, };

export type CalledOffBy = "consent" | "you" | "other" | "own_limit" | "too_few" | "house";

export type Verdict = "won" | "lost" | "drawn";

export type NoticeBody = { "kind": "challenged" } & NoticeOffer | { "kind": "countered" } & NoticeOffer | { "kind": "declined" } | { "kind": "expired" } | { "kind": "withdrawn" } | { "kind": "not_covered", 
/**
 * What was needed.
 */
hold: Amount, } | { "kind": "scheduled", 
/**
 * When it starts.
 */
starts_at: number, 
/**
 * When check-in opens.
 */
opens_at: number, 
/**
 * What is held of him.
 */
hold: Amount, } | { "kind": "cancel_offered" } | { "kind": "cancelled", 
/**
 * By whom.
 */
by: CalledOffBy, 
/**
 * What came back.
 */
refund: Amount, } | { "kind": "check_in_open", 
/**
 * When it starts.
 */
starts_at: number, 
/**
 * The last instant of check-in.
 */
closes_at: number, } | { "kind": "start_moved", 
/**
 * Until then at the latest.
 */
until: number, } | { "kind": "no_show", 
/**
 * Whether he did.
 */
came: boolean, 
/**
 * What he got, his own stake included.
 */
received: Amount, } | { "kind": "result", 
/**
 * How it ended for him.
 */
verdict: Verdict, 
/**
 * His score: 2 a win, 1 a draw.
 */
points: number, 
/**
 * The other's.
 */
other_points: number, 
/**
 * What he got out of the pot; null where each game was paid by itself.
 */
received: Amount | null, } | { "kind": "refund", 
/**
 * How much.
 */
amount: Amount, } | { "kind": "voided", 
/**
 * What came back.
 */
refund: Amount, } | { "kind": "in_review", 
/**
 * When it stands, if nobody rules before.
 */
deadline: number, } | { "kind": "rematch_offered", 
/**
 * Until then.
 */
until: number, } | { "kind": "your_round", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, 
/**
 * The game.
 */
game: GameId, } | { "kind": "bye", 
/**
 * The round.
 */
round: number, } | { "kind": "walkover", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, } | { "kind": "left_out", 
/**
 * What came back.
 */
refund: Amount, } | { "kind": "suspended" } | { "kind": "resumed" } | { "kind": "aborted", 
/**
 * What he got.
 */
refund: Amount, } | { "kind": "absent" } | { "kind": "removed" } | { "kind": "placed", 
/**
 * The first of the places that he shares, from 1.
 */
place: number, 
/**
 * Among how many.
 */
players: number, 
/**
 * What he won.
 */
prize: Amount, };

export type NoticeView = { 
/**
 * Its key; a later one is greater.
 */
id: NoticeId, 
/**
 * When it happened, in Unix milliseconds.
 */
at: number, 
/**
 * Whether it was read.
 */
read: boolean, 
/**
 * The match that it is about.
 */
match: MatchId | null, 
/**
 * The tournament that it is about.
 */
tournament: TournamentId | null, 
/**
 * The tournament's name.
 */
title: string | null, 
/**
 * The other player's name.
 */
other: string | null, 
/**
 * What is told.
 */
body: NoticeBody, };

export type NoticePage = { 
/**
 * The command that asked; null over HTTP.
 */
id: CommandId | null, 
/**
 * The notices.
 */
notices: Array<NoticeView>, 
/**
 * Whether there are older ones: ask again with `before` the last one's key.
 */
more: boolean, 
/**
 * How many of all are unread.
 */
unread: number, };

export type ReadNotices = { 
/**
 * The newest that was read: it and all older ones are.
 */
up_to: NoticeId, };

export type Language = "es" | "pt" | "en";

export type NoticeTopic = "challenges" | "starts" | "results";

export type MailSettings = { 
/**
 * Whether mail is sent here at all.
 */
available: boolean, 
/**
 * The address; null when there is none.
 */
address: string | null, 
/**
 * Whether its owner has shown that it is his: before, nothing goes there but the letter that asks him.
 */
verified: boolean, 
/**
 * The language of the letters.
 */
language: Language, 
/**
 * What is not sent.
 */
off: Array<NoticeTopic>, };

export type MailChange = { 
/**
 * The address. Another one than before has to be verified: a letter with a link goes there.
 */
address: string, 
/**
 * The language of the letters.
 */
language: Language, 
/**
 * What is not to be sent.
 */
off?: Array<NoticeTopic>, };

export type VerifyMail = { 
/**
 * The link's code.
 */
code: string, };

export type TournamentSummary = { 
/**
 * The tournament.
 */
tournament: TournamentId, 
/**
 * Its name.
 */
name: string, 
/**
 * The game: `brazilian`, `american`, `international` or `russian`.
 */
variant: string, 
/**
 * The rule set for draws.
 */
rules: string, 
/**
 * How who meets whom is found.
 */
format: TournamentFormat, 
/**
 * The clock of each game.
 */
clock: ClockSetting, 
/**
 * Where it stands.
 */
phase: TournamentPhase, 
/**
 * What each entry adds to the pool, in minor units.
 */
contribution: Amount, 
/**
 * What each entry pays the house beside it, in minor units.
 */
fee: Amount, 
/**
 * The least pool, in minor units.
 */
guarantee: Amount, 
/**
 * How many hold a seat, or played.
 */
entered: number, 
/**
 * The fewest players with whom it starts.
 */
min_players: number, 
/**
 * The most entries.
 */
max_players: number, 
/**
 * When registration opens, in Unix milliseconds.
 */
registration_at: number, 
/**
 * When registration closes and check-in opens, in Unix milliseconds.
 */
check_in_at: number, 
/**
 * When it starts or started, in Unix milliseconds.
 */
starts_at: number, 
/**
 * The entry of who asks; null where he has none or is not signed in, and in one that is over.
 */
you: EntryState | null, };

export type TournamentList = { 
/**
 * At most 50: those that are not over, the next to start first; with `over=true` those that are, the newest first.
 */
tournaments: Array<TournamentSummary>, 
/**
 * What to ask with as `after` for more; null at the end.
 */
next: string | null, 
/**
 * When the server said this, in Unix milliseconds.
 */
server_at: number, };

export type TournamentPage = { 
/**
 * Its head.
 */
head: TournamentView, 
/**
 * The first tables of its newest round; null before the first.
 */
round: TournamentRound | null, 
/**
 * The first rows of its standings.
 */
standings: TournamentStandings, };

export type Latency = { "is": "within", 
/**
 * The step, in milliseconds.
 */
ms: Millis, } | { "is": "slower" } | { "is": "unknown" };

export type PlayNowState = { 
/**
 * The `play_now` by which he waits.
 */
id: CommandId, 
/**
 * The game: `brazilian`, `american`, `international` or `russian`.
 */
variant: string, 
/**
 * The rule set for draws.
 */
rules: string, 
/**
 * The clock.
 */
clock: ClockSetting, 
/**
 * The lowest stake that he accepts.
 */
stake_lowest: Amount, 
/**
 * The highest, which he has to cover.
 */
stake_highest: Amount, 
/**
 * Since when he waits, in server milliseconds.
 */
since_ms: number, 
/**
 * His rating for that game at that pace, in whole points.
 */
rating: number, 
/**
 * Its deviation now, in whole points.
 */
deviation: number, 
/**
 * How far from his rating an opponent's may be now, in whole points.
 */
window: number, 
/**
 * How many wait for the same game, he himself too.
 */
waiting: number, 
/**
 * Whether he is asked if an opponent of any rating will do: `play_now_wider` says yes.
 */
asks_wider: boolean, 
/**
 * Whether he has said yes.
 */
wider: boolean, 
/**
 * His own round trip when he began to wait.
 */
latency: Latency, 
/**
 * The limit that he has set for the round trips of both, in milliseconds.
 */
latency_limit_ms: Millis | null, };

export type PlayNowOver = { "is": "cancelled" } | { "is": "gave_up" } | { "is": "left" } | { "is": "playing" } | { "is": "refused", 
/**
 * Why.
 */
code: Code, 
/**
 * The same in English, for programs and logs.
 */
message: string, };

export type BlockedPlayer = { 
/**
 * His name.
 */
name: string, 
/**
 * Since when, in milliseconds since 1970.
 */
since: number, };

export type PairLimit = { 
/**
 * The highest stake of the next game of the two: at most that of the range; 0 when nothing is left.
 */
stake: Amount, 
/**
 * How many more staked games they may begin now.
 */
games: number, };

export type PlayerInfo = { 
/**
 * His account; null in practice.
 */
account: AccountId | null, 
/**
 * His name; in practice null for the person and the friend.
 */
name: string | null, 
/**
 * The bot's level, if the bot plays this side.
 */
bot: Level | null, 
/**
 * Whether one of his sockets is here.
 */
connected: boolean, 
/**
 * Since when he is away, in server milliseconds; null while he is here.
 */
away_since_ms: number | null, };

export type GameKind = "staked" | "practice_bot" | "practice_link";

export type Viewer = "white" | "black" | "spectator";

export type LobbySeek = { 
/**
 * The seek.
 */
seek: SeekId, 
/**
 * Whose it is.
 */
account: AccountId, 
/**
 * His name.
 */
name: string, 
/**
 * The terms of the game that it would become.
 */
terms: Terms, 
/**
 * The side that the one who takes it would play; null for its owner and for those not signed in.
 */
your_side: Side | null, 
/**
 * The owner's round trip when he opened it.
 */
latency: Latency, 
/**
 * How long it has been open, in milliseconds.
 */
open_for_ms: Millis, };

export type SeekGone = "taken" | "cancelled" | "expired" | "not_covered" | "terms_changed";

export type Moved = { 
/**
 * The game.
 */
game: GameId, 
/**
 * The version that it brings.
 */
v: Version, 
/**
 * Its number, counted from 0.
 */
ply: number, 
/**
 * Who played it.
 */
side: Side, 
/**
 * The path played, in full: `d6xf8xh6`.
 */
path: string, 
/**
 * The squares of the pieces taken.
 */
captured: Array<string>, 
/**
 * Whether the piece was crowned.
 */
crowned: boolean, 
/**
 * The mover's time left before the move; null without clocks.
 */
left_before_ms: Millis | null, 
/**
 * The mover's time left after it, its increment added; null without clocks.
 */
left_after_ms: Millis | null, 
/**
 * Time credited for lag, in milliseconds: always 0 for now.
 */
lag_credit_ms: Millis, 
/**
 * The position after it.
 */
fen: string, 
/**
 * The legal moves of the side now to move, only to that side.
 */
legal: Array<LegalMove>, 
/**
 * Both clocks; null in a game without clocks.
 */
clocks: Clocks | null, 
/**
 * The counters towards a draw, and the offers.
 */
draw: DrawState, 
/**
 * The command's number, to the one who sent it.
 */
id: CommandId | null, };

export type Ended = { 
/**
 * The game.
 */
game: GameId, 
/**
 * The version that it brings.
 */
v: Version, 
/**
 * Who won.
 */
outcome: Outcome, 
/**
 * Why.
 */
reason: EndReason, 
/**
 * Both clocks as they stopped; null without clocks.
 */
clocks: Clocks | null, 
/**
 * The plies after which the positions of a repetition stood; empty otherwise.
 */
repeated_at: Array<number>, 
/**
 * What the end gives; null in practice and to spectators.
 */
money: Breakdown | null, };

export type Settled = { 
/**
 * The game.
 */
game: GameId, 
/**
 * How it was settled.
 */
outcome: Outcome, 
/**
 * The figures.
 */
money: Breakdown, 
/**
 * What this player got back or won, in minor units.
 */
received: Amount, };

export type Rejected = { 
/**
 * The game, where the command named one.
 */
game: GameId | null, 
/**
 * The match, where the command named one.
 */
match: MatchId | null, 
/**
 * The tournament, where the command named one.
 */
tournament: TournamentId | null, 
/**
 * The command's number, where it had one.
 */
id: CommandId | null, 
/**
 * The move's number, where the command was a move.
 */
ply: number | null, 
/**
 * Why.
 */
code: Code, 
/**
 * What was wrong and what is right, in English, for programs and logs.
 */
message: string, 
/**
 * The paths that fit, where a move was ambiguous.
 */
paths: Array<string>, };

export type RematchState = { "is": "open", 
/**
 * How long, in milliseconds.
 */
left_ms: Millis, } | { "is": "asked", 
/**
 * Who.
 */
by: Side, 
/**
 * How long it stands, in milliseconds.
 */
left_ms: Millis, } | { "is": "closed" } | { "is": "made", 
/**
 * The new game.
 */
game: GameId, };

export type GameSnapshot = { 
/**
 * The game.
 */
game: GameId, 
/**
 * What kind it is.
 */
kind: GameKind, 
/**
 * Who looks.
 */
you: Viewer, 
/**
 * Its terms.
 */
terms: Terms, 
/**
 * The draw rules that those terms name.
 */
draw_rules: DrawRules, 
/**
 * Whether the game has clocks (practice may have none).
 */
clocked: boolean, 
/**
 * White.
 */
white: PlayerInfo, 
/**
 * Black.
 */
black: PlayerInfo, 
/**
 * The position at the start.
 */
start_fen: string, 
/**
 * The game as it stands.
 */
state: GameState, 
/**
 * Every move so far, in order.
 */
moves: Array<PlayedMove>, 
/**
 * How it ended, if it has.
 */
ended: Ended | null, 
/**
 * The rematch, once it has ended; null to spectators.
 */
rematch: RematchState | null, };

export type PlayedMove = { 
/**
 * The path played.
 */
path: string, 
/**
 * The squares of the pieces taken.
 */
captured: Array<string>, 
/**
 * The mover's time left after it; null without clocks.
 */
left_after_ms: Millis | null, 
/**
 * The position after it.
 */
fen: string, };

export type ServerMsg = { "t": "welcome", "d": { 
/**
 * The protocol spoken.
 */
protocol: number, 
/**
 * Who is signed in; null for a guest.
 */
account: AccountId | null, 
/**
 * His name.
 */
name: string | null, 
/**
 * His wallet.
 */
wallet: WalletState | null, 
/**
 * The staked games that he has running.
 */
games: Array<GameId>, 
/**
 * His open seeks.
 */
seeks: Array<SeekId>, 
/**
 * The server's monotonic time, in milliseconds.
 */
server_ms: number, } } | { "t": "pong", "d": { 
/**
 * The number that the `ping` had.
 */
n: number, } } | { "t": "done", "d": { 
/**
 * The command's number.
 */
id: CommandId, } } | { "t": "rejected", "d": Rejected } | { "t": "lobby", "d": { 
/**
 * The seeks.
 */
seeks: Array<LobbySeek>, } } | { "t": "seek_added", "d": LobbySeek } | { "t": "seek_removed", "d": { 
/**
 * The seek.
 */
seek: SeekId, 
/**
 * Why.
 */
reason: SeekGone, } } | { "t": "seek_opened", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The seek.
 */
seek: SeekId, } } | { "t": "play_now_waiting", "d": PlayNowState } | { "t": "play_now_over", "d": { 
/**
 * Why.
 */
reason: PlayNowOver, } } | { "t": "game_started", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The side that this player plays.
 */
side: Side, 
/**
 * The command's number, to the one whose command made it.
 */
id: CommandId | null, } } | { "t": "snapshot", "d": GameSnapshot } | { "t": "moved", "d": Moved } | { "t": "draw_offered", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The version that it brings.
 */
v: Version, 
/**
 * Who offers.
 */
by: Side, 
/**
 * The offer's number.
 */
offer: number, 
/**
 * The counters towards a draw, and the offers.
 */
draw: DrawState, } } | { "t": "draw_declined", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The version that it brings.
 */
v: Version, 
/**
 * Who declined.
 */
by: Side, 
/**
 * The offer's number.
 */
offer: number, 
/**
 * The counters towards a draw, and the offers.
 */
draw: DrawState, } } | { "t": "hidden", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The version that it brings.
 */
v: Version, } } | { "t": "paused", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The version that it brings; null where the pause is not recorded (the database is away).
 */
v: Version | null, 
/**
 * Both clocks.
 */
clocks: Clocks | null, } } | { "t": "resumed", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The version that it brings; null where the pause was not recorded.
 */
v: Version | null, 
/**
 * How long the server was away, in milliseconds.
 */
down_ms: Millis, 
/**
 * Both clocks.
 */
clocks: Clocks | null, } } | { "t": "ended", "d": Ended } | { "t": "presence", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * Which player.
 */
side: Side, 
/**
 * Whether he is here now.
 */
connected: boolean, 
/**
 * Since when he is away, in server milliseconds.
 */
away_since_ms: number | null, } } | { "t": "rematch", "d": { 
/**
 * The game that ended.
 */
game: GameId, 
/**
 * How it stands.
 */
rematch: RematchState, } } | { "t": "settled", "d": Settled } | { "t": "wallet", "d": WalletState } | { "t": "payment_held", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * When its result stands by itself, in Unix milliseconds.
 */
until: number, } } | { "t": "match", "d": MatchView } | { "t": "ladder", "d": LadderView } | { "t": "tournament", "d": TournamentView } | { "t": "tournament_round", "d": TournamentRound } | { "t": "tournament_tables", "d": TournamentTables } | { "t": "tournament_standings", "d": TournamentStandings } | { "t": "notice", "d": NoticeView } | { "t": "notices", "d": NoticePage } | { "t": "notices_unread", "d": { 
/**
 * How many.
 */
unread: number, } } | { "t": "practice_link", "d": { 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The code.
 */
code: string, 
/**
 * How long it waits for a friend, in milliseconds.
 */
valid_ms: Millis, 
/**
 * The clock, or none.
 */
clock: ClockSetting | null, } } | { "t": "practice_seat", "d": { 
/**
 * The command's number, to the one whose command made it.
 */
id: CommandId | null, 
/**
 * The game.
 */
game: GameId, 
/**
 * The side.
 */
side: Side, 
/**
 * The seat's secret: keep it to come back.
 */
secret: string, } } | { "t": "hint", "d": { 
/**
 * The game.
 */
game: GameId, 
/**
 * The command's number.
 */
id: CommandId, 
/**
 * The ply that it is for.
 */
ply: number, 
/**
 * The way that the piece goes.
 */
path: string, } } | { "t": "goodbye", "d": { 
/**
 * Why.
 */
reason: GoodbyeReason, 
/**
 * When to come back, in milliseconds; null: not by itself.
 */
retry_ms: number | null, } };

export type GoodbyeReason = "stopping" | "signed_out" | "unsupported_protocol" | "rate_limited" | "too_slow";

export type HttpError = { 
/**
 * Why.
 */
code: Code, 
/**
 * What was wrong and what is right, in English.
 */
message: string, };

export type Credentials = { 
/**
 * The account's name.
 */
name: string, 
/**
 * The password.
 */
password: string, 
/**
 * Whether a bearer token is wanted (for programs) instead of a cookie.
 */
bearer?: boolean, };

export type NewPassword = { 
/**
 * The present password.
 */
current: string, 
/**
 * The new one.
 */
new: string, };

export type AccountInfo = { 
/**
 * The account.
 */
account: AccountId, 
/**
 * Its name.
 */
name: string, };

export type SignedIn = { 
/**
 * The bearer token, where one was asked for; it is said only once.
 */
token: string | null, 
/**
 * The account.
 */
account: AccountId, 
/**
 * Its name.
 */
name: string, };

export type Me = { 
/**
 * Who is signed in; null for a guest.
 */
account: AccountInfo | null, 
/**
 * His wallet.
 */
wallet: WalletState | null, 
/**
 * The deployment's currency: its ISO 4217 code.
 */
currency: string, 
/**
 * How many decimals an amount in minor units has.
 */
exponent: number, 
/**
 * Whether the development deposit is available.
 */
can_deposit: boolean, 
/**
 * Whether money may be taken out.
 */
can_withdraw: boolean, };

export type GamePage = { 
/**
 * The game: `brazilian`, `american`, `international` or `russian`.
 */
variant: string, 
/**
 * Whether it may be played for stakes; practice is open in any case.
 */
staked: boolean, 
/**
 * The position from which it is played.
 */
start_fen: string, 
/**
 * The currency: its ISO 4217 code.
 */
currency: string, 
/**
 * How many decimals an amount in minor units has.
 */
exponent: number, 
/**
 * The smallest stake.
 */
stake_min: Amount, 
/**
 * The largest stake.
 */
stake_max: Amount, 
/**
 * Stakes offered for choosing, inside the range.
 */
stake_choices: Array<Amount>, 
/**
 * The commission on a decisive game, in basis points of the pot.
 */
fee_basis_points: BasisPoints, 
/**
 * The clocks that may be chosen; the first is the default.
 */
clocks: Array<ClockSetting>, 
/**
 * The rule sets that may be chosen; the first is the default.
 */
rule_sets: Array<string>, 
/**
 * The same rule sets with their rules.
 */
draw_rules: Array<DrawRules>, 
/**
 * How many draw offers each player may make in a game.
 */
max_draw_offers: number, 
/**
 * The window for each player's first move, in milliseconds.
 */
first_move_ms: number, 
/**
 * The round trips, in milliseconds, that may be named as a limit to `play_now`.
 */
latency_steps: Array<Millis>, 
/**
 * The hash of these terms, which a stake names.
 */
terms: string, 
/**
 * What a Rivals match of it may be; null where it may not be played for stakes.
 */
rivals: RivalsOffer | null, 
/**
 * Its tournaments that are not over, the next to start first; at most 20, more by `GET /api/tournaments`.
 */
tournaments: Array<TournamentSummary>, };

export type HistoryEntry = { 
/**
 * The game.
 */
game: GameId, 
/**
 * What was played: `brazilian`, `american`, `international` or `russian`.
 */
variant: string, 
/**
 * The side played.
 */
side: Side, 
/**
 * The opponent's name.
 */
opponent: string, 
/**
 * The stake.
 */
stake: Amount, 
/**
 * How it ended; null while it runs.
 */
outcome: Outcome | null, 
/**
 * Why.
 */
reason: EndReason | null, 
/**
 * What it brought: prize − stake, 0 or −stake; null until it is settled.
 */
net: Amount | null, 
/**
 * When it was made, in milliseconds since 1970.
 */
started_at: number, 
/**
 * How many moves it had.
 */
plies: number, };

export type Pace = "bullet" | "blitz" | "rapid" | "classical";

export type RatingBoardEntry = { 
/**
 * From 1; who shows the same rating shares the better place.
 */
place: number, 
/**
 * The player's name.
 */
name: string, 
/**
 * The rating, in whole points.
 */
rating: number, 
/**
 * How many rated games made it.
 */
games: number, };

export type RatingPoint = { 
/**
 * When it became this, in milliseconds since 1970.
 */
at: number, 
/**
 * The rating, in whole points.
 */
rating: number, };

export type PlayerRating = { 
/**
 * What is played: `brazilian`, `american`, `international` or `russian`.
 */
variant: string, 
/**
 * How fast.
 */
pace: Pace, 
/**
 * The rating, in whole points.
 */
rating: number, 
/**
 * Its deviation now, idle days counted, in whole points.
 */
deviation: number, 
/**
 * Whether it is too uncertain for a board.
 */
provisional: boolean, 
/**
 * How many rated games made it.
 */
games: number, 
/**
 * Its curve, the oldest first.
 */
history: Array<RatingPoint>, };

export type StatementReason = "deposit" | "withdrawal" | "withdrawal_returned" | "stake" | "payout" | "refund" | "buy_in" | "buy_in_back" | "prize" | "correction";

export type StatementLine = { 
/**
 * Why.
 */
reason: StatementReason, 
/**
 * The game, where there is one.
 */
game: GameId | null, 
/**
 * What was added (or, negative, taken).
 */
amount: Amount, 
/**
 * The balance after it.
 */
balance_after: Amount, 
/**
 * When, in milliseconds since 1970.
 */
at: number, };

export type Statement = { 
/**
 * The wallet.
 */
wallet: WalletState, 
/**
 * Its lines.
 */
lines: Array<StatementLine>, };

export type Deposit = { 
/**
 * How much, in minor units.
 */
amount: Amount, 
/**
 * The client's own key of this deposit: the same key is the same deposit.
 */
key: string, };

export type DevDatabase = { 
/**
 * Its version, as it says it.
 */
version: string, 
/**
 * `on` or `off`.
 */
fsync: string, 
/**
 * `on` or `off`.
 */
full_page_writes: string, 
/**
 * `on`, or something weaker.
 */
synchronous_commit: string, 
/**
 * How moves are recorded: `durable`; for measuring only also `naive` and `none`.
 */
journal: string, 
/**
 * The server's resident memory, in bytes.
 */
server_memory: number, };

export type Withdraw = { 
/**
 * How much, in minor units.
 */
amount: Amount, 
/**
 * The client's own key of this withdrawal: the same key is the same withdrawal.
 */
key: string, };

export type WithdrawState = "pending" | "paid" | "returned";

export type WithdrawAnswer = { 
/**
 * The wallet after it.
 */
wallet: WalletState, 
/**
 * How it stands.
 */
state: WithdrawState, 
/**
 * Why it was returned, in English.
 */
reason: string | null, };

export type LegalMovesOf = { 
/**
 * The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
 */
variant: string, 
/**
 * The position; null for the start.
 */
fen: string | null, 
/**
 * Moves played from there, in full; the answer is for the position after them.
 */
moves: Array<string>, 
/**
 * The rule set, for the counters; null for the game's default.
 */
rules: string | null, };

export type PositionMoves = { 
/**
 * The position after the moves.
 */
fen: string, 
/**
 * The side to move.
 */
turn: Side, 
/**
 * Its legal moves; none when the game has ended.
 */
legal: Array<LegalMove>, 
/**
 * The captured squares of each move played.
 */
captured: Array<Array<string>>, 
/**
 * The quiet plies so far.
 */
quiet: number, 
/**
 * In how many more quiet plies the game would be drawn.
 */
draw_in: number | null, 
/**
 * How it ended, if it has.
 */
outcome: Outcome | null, 
/**
 * Why.
 */
reason: EndReason | null, };

export type AnalysisOf = { 
/**
 * The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
 */
variant: string, 
/**
 * The position that the line begins with; null for the start.
 */
fen: string | null, 
/**
 * Moves played from there, in full.
 */
moves: Array<string>, 
/**
 * The rule set, for the counters; null for the game's default.
 */
rules: string | null, 
/**
 * How many of the best lines are wanted, 1 to 5.
 */
lines: number, };

export type AnalysedLine = { 
/**
 * What it is worth to White, in hundredths of a man.
 */
score: number, 
/**
 * Who wins by force, where that is proven.
 */
won_by: Side | null, 
/**
 * In how many plies, where that is known.
 */
plies: number | null, 
/**
 * The ways that the pieces go, one a ply.
 */
moves: Array<string>, };

export type PositionAnalysis = { 
/**
 * The side to move.
 */
turn: Side, 
/**
 * The depth that was searched whole, in plies.
 */
depth: number, 
/**
 * The best lines, the best first; none where the game is over by its position.
 */
lines: Array<AnalysedLine>, };

export type DevPlayers = { 
/**
 * How many, at most 10 000.
 */
count: number, 
/**
 * The balance of each, in minor units, paid in through the ledger.
 */
balance: Amount, };

export type DevPlayer = { 
/**
 * The account.
 */
account: AccountId, 
/**
 * Its name.
 */
name: string, 
/**
 * Its bearer token.
 */
token: string, };
