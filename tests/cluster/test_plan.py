"""The plan of a run: every job once, in batches of some seconds, whoever ends over it."""

from drakdom.cluster.plan import MEANT, MOST_TRIES, Plan
from drakdom.sandbox import Limits
from tests.bench.cluster import Overheads, Simulation


def test_the_first_batches_have_one_job_and_the_next_some_seconds() -> None:
    plan = Plan(1000)
    assert [plan.next(2), plan.next(2)] == [(0,), (1,)]
    plan.pace.note(2, 0.5)
    assert plan.next(2) == tuple(range(2, 2 + int(MEANT / 0.25)))


def test_batches_become_smaller_towards_the_end() -> None:
    plan = Plan(42)
    plan.pace.note(100, 1.0)
    assert len(plan.next(1)) == 42  # under a second in all
    plan = Plan(1000)
    plan.pace.note(4, 1.0)
    sizes = []
    while batch := plan.next(10):
        sizes.append(len(batch))
    assert sum(sizes) == 1000
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[0], set(sizes[-8:-1])) == (10, {4})  # 2.5 s, then at least a second


def test_a_job_that_ends_its_courts_is_tried_alone_and_then_given_up() -> None:
    plan = Plan(6)
    plan.pace.note(100, 1.0)
    batch = plan.next(1)
    assert plan.fail(batch) == []
    for _ in range(MOST_TRIES - 2):
        assert [plan.next(1) for _ in range(6)] == [(number,) for number in range(6)]
        assert plan.fail([3]) == []
        assert [plan.finish(number) for number in (0, 1, 2, 4, 5)] == [True] * 5
    assert plan.next(1) == (3,)
    assert plan.fail([3]) == [3]
    assert plan.finish(3)
    assert plan.is_done


def test_a_job_that_is_ruled_on_twice_counts_once() -> None:
    plan = Plan(2)
    plan.pace.note(100, 1.0)
    plan.give_back(plan.next(1))
    assert plan.finish(1)
    assert plan.next(1) == (0,)
    assert not plan.finish(1)
    assert plan.left == 1


def test_the_simulation_loses_no_time_that_a_single_worker_has() -> None:
    """Once its court has started, one worker waits only for the ways of the first and the last batch."""
    share = Simulation(1, 400, 0.25, Overheads(start=0.0)).run()
    assert 0.99 < share < 1
    assert Simulation(20, 400, 0.25).run() < share


def test_limits_travel() -> None:
    from drakdom.cluster.message import packed, unpacked

    assert unpacked(packed(Limits(3, 100))) == Limits(3, 100)
