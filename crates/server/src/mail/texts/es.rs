//! Spanish.

use super::{Facts, instant};
use competition::{CalledOffBy, NoticeBody, OfferNotice, StakeMode, Verdict};
use ids::Amount;

pub(super) const FOOTER: &str =
    "Recibes este correo porque lo pediste. Puedes cambiarlo o apagarlo en tu cuenta:";

fn money(facts: &Facts<'_>, amount: Amount) -> String {
    facts.money(amount, ',')
}

fn offer(facts: &Facts<'_>, offer: &OfferNotice) -> String {
    let stake = money(facts, offer.stake);
    let each = match offer.stake_mode {
        StakeMode::PerMatch => "por el duelo",
        StakeMode::PerGame => "por partida",
    };
    let start = offer.starts_at.map_or_else(|| "ahora mismo".to_owned(), |at| format!("el {}", instant(at)));
    let until = instant(offer.expires_at);
    format!(
        "Partidas: {}. Apuesta: {stake} {each}. Comienzo: {start}.\nPuedes responder hasta el {until}.",
        offer.games
    )
}

pub(super) fn subject(facts: &Facts<'_>) -> String {
    let (other, title) = (facts.other(), facts.title());
    let what = if facts.is_match() { format!("Duelo con {other}") } else { title.to_owned() };
    match &facts.notice.body {
        NoticeBody::Challenged(_) => format!("{other} te desafía a un duelo"),
        NoticeBody::Countered(_) => format!("{other} propone otras condiciones"),
        NoticeBody::Declined => format!("{other} no acepta tu desafío"),
        NoticeBody::Expired => "Tu desafío venció sin respuesta".to_owned(),
        NoticeBody::Withdrawn => format!("{other} retiró su desafío"),
        NoticeBody::NotCovered { .. } => format!("{what}: tu saldo no alcanza"),
        NoticeBody::Scheduled { .. } => format!("{what}: acordado"),
        NoticeBody::CancelOffered => format!("{other} quiere cancelar el duelo"),
        NoticeBody::Cancelled { .. } => format!("{what}: cancelado"),
        NoticeBody::CheckInOpen { .. } => format!("{what}: empieza pronto"),
        NoticeBody::StartMoved { .. } => format!("{what}: el comienzo se aplaza"),
        NoticeBody::NoShow { .. } => format!("{what}: no se jugó"),
        NoticeBody::Result { verdict, .. } => match verdict {
            Verdict::Won => format!("{what}: ganaste"),
            Verdict::Lost => format!("{what}: perdiste"),
            Verdict::Drawn => format!("{what}: empate"),
        },
        NoticeBody::Refund { .. } => format!("{what}: dinero devuelto"),
        NoticeBody::Voided { .. } => format!("{what}: anulado"),
        NoticeBody::InReview { .. } => format!("{what}: resultado en revisión"),
        NoticeBody::RematchOffered { .. } => format!("{other} te ofrece la revancha"),
        NoticeBody::YourRound { round, table, .. } => format!("{what}: ronda {round}, mesa {table}"),
        NoticeBody::Bye { round } => format!("{what}: libre en la ronda {round}"),
        NoticeBody::Walkover { round, .. } => format!("{what}: ronda {round} ganada sin jugar"),
        NoticeBody::LeftOut { .. } => format!("{what}: empezó sin ti"),
        NoticeBody::Suspended => format!("{what}: suspendido"),
        NoticeBody::Resumed => format!("{what}: se reanuda"),
        NoticeBody::Aborted { .. } => format!("{what}: terminado antes de tiempo"),
        NoticeBody::Absent => format!("{what}: retirado por ausencia"),
        NoticeBody::Removed => format!("{what}: excluido"),
        NoticeBody::Placed { place, .. } => format!("{what}: lugar {place}"),
    }
}

pub(super) fn sentence(facts: &Facts<'_>) -> String {
    let (other, title) = (facts.other(), facts.title());
    let back = |amount| format!("Se te devolvieron {}.", money(facts, amount));
    match &facts.notice.body {
        NoticeBody::Challenged(terms) => format!("{other} te desafía a un duelo.\n{}", offer(facts, terms)),
        NoticeBody::Countered(terms) => {
            format!("{other} propone otras condiciones.\n{}", offer(facts, terms))
        }
        NoticeBody::Declined => format!("{other} no acepta tu desafío. No se retuvo nada."),
        NoticeBody::Expired => "Nadie respondió a tu desafío a tiempo. No se retuvo nada.".to_owned(),
        NoticeBody::Withdrawn => format!("{other} retiró su desafío."),
        NoticeBody::NotCovered { hold } => {
            format!("Hacían falta {} y tu saldo no alcanzó. La oferta sigue en pie.", money(facts, *hold))
        }
        NoticeBody::Scheduled { starts_at, opens_at, hold } => format!(
            "El duelo con {other} empieza el {}. Confirma tu presencia desde el {}. Quedaron retenidos {}.",
            instant(*starts_at),
            instant(*opens_at),
            money(facts, *hold)
        ),
        NoticeBody::CancelOffered => {
            format!("{other} quiere cancelar el duelo. Se cancela si tú también quieres.")
        }
        NoticeBody::Cancelled { by, refund } => format!("{} {}", called_off(*by, other), back(*refund)),
        NoticeBody::CheckInOpen { starts_at, closes_at } => format!(
            "Empieza el {}. Confirma tu presencia hasta el {}; quien no confirma no juega.",
            instant(*starts_at),
            instant(*closes_at)
        ),
        NoticeBody::StartMoved { until } => {
            format!("El comienzo se aplaza, a más tardar hasta el {}.", instant(*until))
        }
        NoticeBody::NoShow { came: true, received } => {
            format!("{other} no se presentó. Recibiste {}.", money(facts, *received))
        }
        NoticeBody::NoShow { came: false, received } => {
            format!("No te presentaste al duelo. {}", back(*received))
        }
        NoticeBody::Result { points, other_points, received, .. } => {
            let money = received.map_or_else(
                || "Cada partida se pagó por separado.".to_owned(),
                |got| format!("Recibiste {}.", money(facts, got)),
            );
            format!("Resultado con {other}: {points} a {other_points}. {money}")
        }
        NoticeBody::Refund { amount } => format!("Las partidas que faltaban no se juegan. {}", back(*amount)),
        NoticeBody::Voided { refund } => format!("El duelo no cuenta. {}", back(*refund)),
        NoticeBody::InReview { deadline } => {
            format!("El resultado se revisa antes de pagarse, a más tardar hasta el {}.", instant(*deadline))
        }
        NoticeBody::RematchOffered { until } => {
            format!("{other} te ofrece la revancha hasta el {}.", instant(*until))
        }
        NoticeBody::YourRound { round, table, .. } => {
            format!(
                "{title}: empieza la ronda {round}. Juegas contra {other} en la mesa {table}. Siéntate ya."
            )
        }
        NoticeBody::Bye { round } => {
            format!("{title}: quedas libre en la ronda {round}, cuenta como victoria.")
        }
        NoticeBody::Walkover { round, table } => {
            format!("{title}: la mesa {table} de la ronda {round} es tuya sin jugar.")
        }
        NoticeBody::LeftOut { refund } => {
            format!("{title} empezó sin ti, faltaba tu confirmación. {}", back(*refund))
        }
        NoticeBody::Suspended => format!("{title} está suspendido. Los relojes están parados."),
        NoticeBody::Resumed => format!("{title} se reanuda. Los relojes corren."),
        NoticeBody::Aborted { refund } => {
            format!("{title} terminó antes de tiempo. Recibiste {}.", money(facts, *refund))
        }
        NoticeBody::Absent => format!("{title}: faltaste demasiadas veces y ya no se te empareja."),
        NoticeBody::Removed => format!("{title}: quedaste excluido del torneo."),
        NoticeBody::Placed { place, players, prize } => {
            format!("{title} terminó. Lugar {place} de {players}. Premio: {}.", money(facts, *prize))
        }
    }
}

fn called_off(by: CalledOffBy, other: &str) -> String {
    match by {
        CalledOffBy::Consent => "Cancelado de común acuerdo.".to_owned(),
        CalledOffBy::You => "Cancelaste el duelo.".to_owned(),
        CalledOffBy::Other => format!("{other} canceló el duelo."),
        CalledOffBy::OwnLimit => "Cancelado por un límite o una exclusión tuya.".to_owned(),
        CalledOffBy::TooFew => "Cancelado: había muy pocos jugadores.".to_owned(),
        CalledOffBy::House => "Cancelado por la casa.".to_owned(),
    }
}

pub(super) fn verification(name: &str, link: &str) -> (String, String) {
    let text = format!(
        "La cuenta {name} de Damas quiere recibir avisos en este correo. Si es tuya, abre este enlace antes de 24 horas:\n\n\
        {link}\n\nSi no es tuya, no hagas nada: no te escribiremos más.\n"
    );
    ("Confirma tu correo".to_owned(), text)
}
