"""Packets: issues that share no surface, at most so many together. A surface is a set of packets (bits), never a list of pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Touched = Mapping[str, Sequence[int]]


def pack(issues: Sequence[str], touched: Touched, limit: int) -> list[list[str]]:
    """Packets of issues without a common surface, at most `limit` in each; few, and in the order of their first issues.

    The first fit is tried in the order given; if that is not the fewest there can be, also with the issues of the most
    touched surfaces first, and the shorter list is taken. `touched` has the numbers of the surfaces of each issue.
    """
    counts = _counts(issues, touched)
    packets = _first_fit(issues, touched, limit)
    if len(packets) > lower_bound(issues, touched, limit):
        heavy = sorted(issues, key=lambda issue: -max((counts[number] for number in touched[issue]), default=0))
        packets = min(packets, _first_fit(heavy, touched, limit), key=len)
    place = {issue: index for index, issue in enumerate(issues)}
    ordered = (sorted(packet, key=place.__getitem__) for packet in packets)
    return sorted(ordered, key=lambda packet: place[packet[0]])


def lower_bound(issues: Sequence[str], touched: Touched, limit: int) -> int:
    """No fewer packets can hold these issues: one for each of the most touched surface, and `limit` in each."""
    return max(-(-len(issues) // limit), max(_counts(issues, touched).values(), default=0))


def _counts(issues: Sequence[str], touched: Touched) -> dict[int, int]:
    counts = dict[int, int]()
    for issue in issues:
        for number in touched[issue]:
            counts[number] = counts.get(number, 0) + 1
    return counts


def _first_fit(issues: Sequence[str], touched: Touched, limit: int) -> list[list[str]]:
    """Each issue into the first packet that is not full and holds none of its surfaces: the lowest zero bit of what is taken.

    The packets before `base` are full, and have no bits.
    """
    packets, taken, full, base = list[list[str]](), dict[int, int](), 0, 0
    for issue in issues:
        blocked = full
        for number in touched[issue]:
            blocked |= taken.get(number, 0) >> base
        free = ~blocked & (blocked + 1)
        at = base + free.bit_length() - 1
        if at == len(packets):
            packets.append([])
        packets[at].append(issue)
        for number in touched[issue]:
            taken[number] = taken.get(number, 0) | free << base
        if len(packets[at]) == limit:
            full |= free
            done = (~full & (full + 1)).bit_length() - 1
            full, base = full >> done, base + done
    return packets

