-- The books take withdrawals and corrections. The rules get wider: no row that stands can break them.

alter table transfer
    drop constraint transfer_subject_kind,
    drop constraint transfer_leg,
    drop constraint transfer_refund_refers;
alter table transfer
    add constraint transfer_subject_kind
        check (subject_kind in ('game', 'deposit', 'withdrawal', 'correction')) not valid,
    add constraint transfer_leg check (
        leg in ('deposit', 'stake_white', 'stake_black', 'payout', 'fee', 'refund_white', 'refund_black',
            'withdrawal_hold', 'withdrawal_paid', 'withdrawal_back', 'correction')
    ) not valid,
    add constraint transfer_refund_refers check (
        (leg in ('refund_white', 'refund_black', 'withdrawal_back')) = (refers_to is not null)
    ) not valid;
alter table transfer validate constraint transfer_subject_kind;
alter table transfer validate constraint transfer_leg;
alter table transfer validate constraint transfer_refund_refers;

alter table settlement drop constraint settlement_outcome;
alter table settlement
    add constraint settlement_outcome check (
        case subject_kind
            when 'withdrawal' then outcome in ('paid', 'returned')
            else outcome in ('white', 'black', 'draw', 'void')
        end
    ) not valid;
alter table settlement validate constraint settlement_outcome;
