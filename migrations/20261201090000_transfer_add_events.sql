-- The books take Rivals matches and tournaments. The rules get wider: no row that stands can break them.

alter table transfer
    drop constraint transfer_subject_kind,
    drop constraint transfer_leg;
alter table transfer
    add constraint transfer_subject_kind
        check (subject_kind in ('game', 'match', 'entry', 'event', 'ladder', 'deposit', 'withdrawal', 'correction')) not valid,
    add constraint transfer_leg check (
        leg in ('deposit', 'stake_white', 'stake_black', 'payout', 'fee', 'refund_white', 'refund_black',
            'withdrawal_hold', 'withdrawal_paid', 'withdrawal_back', 'correction',
            'stake_first', 'stake_second', 'refund_first', 'refund_second',
            'entry_hold', 'entry_release', 'entry_capture', 'entry_refund', 'fee_refund', 'prize',
            'guarantee', 'guarantee_back', 'overlay_back')
    ) not valid;
alter table transfer validate constraint transfer_subject_kind;
alter table transfer validate constraint transfer_leg;
