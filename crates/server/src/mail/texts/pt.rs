//! Portuguese.

use super::{Facts, instant};
use competition::{CalledOffBy, NoticeBody, OfferNotice, StakeMode, Verdict};
use ids::Amount;

pub(super) const FOOTER: &str = "Você recebe este e-mail porque pediu. Pode mudar ou desligar na sua conta:";

fn money(facts: &Facts<'_>, amount: Amount) -> String {
    facts.money(amount, ',')
}

fn offer(facts: &Facts<'_>, offer: &OfferNotice) -> String {
    let stake = money(facts, offer.stake);
    let each = match offer.stake_mode {
        StakeMode::PerMatch => "pelo duelo",
        StakeMode::PerGame => "por partida",
    };
    let start = offer.starts_at.map_or_else(|| "agora mesmo".to_owned(), |at| format!("em {}", instant(at)));
    let until = instant(offer.expires_at);
    format!(
        "Partidas: {}. Aposta: {stake} {each}. Início: {start}.\nVocê pode responder até {until}.",
        offer.games
    )
}

pub(super) fn subject(facts: &Facts<'_>) -> String {
    let (other, title) = (facts.other(), facts.title());
    let what = if facts.is_match() { format!("Duelo com {other}") } else { title.to_owned() };
    match &facts.notice.body {
        NoticeBody::Challenged(_) => format!("{other} desafia você para um duelo"),
        NoticeBody::Countered(_) => format!("{other} propõe outras condições"),
        NoticeBody::Declined => format!("{other} não aceita o seu desafio"),
        NoticeBody::Expired => "O seu desafio venceu sem resposta".to_owned(),
        NoticeBody::Withdrawn => format!("{other} retirou o desafio"),
        NoticeBody::NotCovered { .. } => format!("{what}: seu saldo não alcança"),
        NoticeBody::Scheduled { .. } => format!("{what}: combinado"),
        NoticeBody::CancelOffered => format!("{other} quer cancelar o duelo"),
        NoticeBody::Cancelled { .. } => format!("{what}: cancelado"),
        NoticeBody::CheckInOpen { .. } => format!("{what}: começa em breve"),
        NoticeBody::StartMoved { .. } => format!("{what}: o início foi adiado"),
        NoticeBody::NoShow { .. } => format!("{what}: não foi jogado"),
        NoticeBody::Result { verdict, .. } => match verdict {
            Verdict::Won => format!("{what}: você venceu"),
            Verdict::Lost => format!("{what}: você perdeu"),
            Verdict::Drawn => format!("{what}: empate"),
        },
        NoticeBody::Refund { .. } => format!("{what}: dinheiro devolvido"),
        NoticeBody::Voided { .. } => format!("{what}: anulado"),
        NoticeBody::InReview { .. } => format!("{what}: resultado em análise"),
        NoticeBody::RematchOffered { .. } => format!("{other} oferece a revanche"),
        NoticeBody::YourRound { round, table, .. } => format!("{what}: rodada {round}, mesa {table}"),
        NoticeBody::Bye { round } => format!("{what}: livre na rodada {round}"),
        NoticeBody::Walkover { round, .. } => format!("{what}: rodada {round} vencida sem jogar"),
        NoticeBody::LeftOut { .. } => format!("{what}: começou sem você"),
        NoticeBody::Suspended => format!("{what}: suspenso"),
        NoticeBody::Resumed => format!("{what}: recomeça"),
        NoticeBody::Aborted { .. } => format!("{what}: encerrado antes do fim"),
        NoticeBody::Absent => format!("{what}: retirado por ausência"),
        NoticeBody::Removed => format!("{what}: excluído"),
        NoticeBody::Placed { place, .. } => format!("{what}: lugar {place}"),
    }
}

pub(super) fn sentence(facts: &Facts<'_>) -> String {
    let (other, title) = (facts.other(), facts.title());
    let back = |amount| format!("Foram devolvidos {}.", money(facts, amount));
    match &facts.notice.body {
        NoticeBody::Challenged(terms) => {
            format!("{other} desafia você para um duelo.\n{}", offer(facts, terms))
        }
        NoticeBody::Countered(terms) => format!("{other} propõe outras condições.\n{}", offer(facts, terms)),
        NoticeBody::Declined => format!("{other} não aceita o seu desafio. Nada foi retido."),
        NoticeBody::Expired => "Ninguém respondeu ao seu desafio a tempo. Nada foi retido.".to_owned(),
        NoticeBody::Withdrawn => format!("{other} retirou o desafio."),
        NoticeBody::NotCovered { hold } => {
            format!(
                "Eram necessários {} e o seu saldo não alcançou. A oferta continua de pé.",
                money(facts, *hold)
            )
        }
        NoticeBody::Scheduled { starts_at, opens_at, hold } => format!(
            "O duelo com {other} começa em {}. Confirme presença a partir de {}. Ficaram retidos {}.",
            instant(*starts_at),
            instant(*opens_at),
            money(facts, *hold)
        ),
        NoticeBody::CancelOffered => {
            format!("{other} quer cancelar o duelo. Cancela-se se você também quiser.")
        }
        NoticeBody::Cancelled { by, refund } => format!("{} {}", called_off(*by, other), back(*refund)),
        NoticeBody::CheckInOpen { starts_at, closes_at } => format!(
            "Começa em {}. Confirme presença até {}; quem não confirma não joga.",
            instant(*starts_at),
            instant(*closes_at)
        ),
        NoticeBody::StartMoved { until } => {
            format!("O início foi adiado, no máximo até {}.", instant(*until))
        }
        NoticeBody::NoShow { came: true, received } => {
            format!("{other} não apareceu. Você recebeu {}.", money(facts, *received))
        }
        NoticeBody::NoShow { came: false, received } => {
            format!("Você não apareceu no duelo. {}", back(*received))
        }
        NoticeBody::Result { points, other_points, received, .. } => {
            let money = received.map_or_else(
                || "Cada partida foi paga em separado.".to_owned(),
                |got| format!("Você recebeu {}.", money(facts, got)),
            );
            format!("Resultado com {other}: {points} a {other_points}. {money}")
        }
        NoticeBody::Refund { amount } => {
            format!("As partidas que faltavam não serão jogadas. {}", back(*amount))
        }
        NoticeBody::Voided { refund } => format!("O duelo não conta. {}", back(*refund)),
        NoticeBody::InReview { deadline } => {
            format!("O resultado é analisado antes do pagamento, no máximo até {}.", instant(*deadline))
        }
        NoticeBody::RematchOffered { until } => {
            format!("{other} oferece a revanche até {}.", instant(*until))
        }
        NoticeBody::YourRound { round, table, .. } => {
            format!(
                "{title}: começa a rodada {round}. Você joga contra {other} na mesa {table}. Sente-se já."
            )
        }
        NoticeBody::Bye { round } => {
            format!("{title}: você fica livre na rodada {round}, conta como vitória.")
        }
        NoticeBody::Walkover { round, table } => {
            format!("{title}: a mesa {table} da rodada {round} é sua sem jogar.")
        }
        NoticeBody::LeftOut { refund } => {
            format!("{title} começou sem você, faltou a confirmação. {}", back(*refund))
        }
        NoticeBody::Suspended => format!("{title} está suspenso. Os relógios estão parados."),
        NoticeBody::Resumed => format!("{title} recomeça. Os relógios correm."),
        NoticeBody::Aborted { refund } => {
            format!("{title} foi encerrado antes do fim. Você recebeu {}.", money(facts, *refund))
        }
        NoticeBody::Absent => format!("{title}: você faltou vezes demais e não é mais emparceirado."),
        NoticeBody::Removed => format!("{title}: você foi excluído do torneio."),
        NoticeBody::Placed { place, players, prize } => {
            format!("{title} terminou. Lugar {place} de {players}. Prêmio: {}.", money(facts, *prize))
        }
    }
}

fn called_off(by: CalledOffBy, other: &str) -> String {
    match by {
        CalledOffBy::Consent => "Cancelado de comum acordo.".to_owned(),
        CalledOffBy::You => "Você cancelou o duelo.".to_owned(),
        CalledOffBy::Other => format!("{other} cancelou o duelo."),
        CalledOffBy::OwnLimit => "Cancelado por um limite ou uma exclusão sua.".to_owned(),
        CalledOffBy::TooFew => "Cancelado: havia poucos jogadores.".to_owned(),
        CalledOffBy::House => "Cancelado pela casa.".to_owned(),
    }
}

pub(super) fn verification(name: &str, link: &str) -> (String, String) {
    let text = format!(
        "A conta {name} do Damas quer receber avisos neste e-mail. Se é sua, abra este link em até 24 horas:\n\n\
        {link}\n\nSe não é sua, não faça nada: não escreveremos mais.\n"
    );
    ("Confirme o seu e-mail".to_owned(), text)
}
