/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.Collector;

import java.util.Objects;

/**
 * The transactional part of the job: a report goes from its vehicle to the road, if accidents
 * matter, then to its segment, then to the account of the vehicle. Change the rules in the
 * functions; an abort in any of them undoes the others.
 */
final class LinearRoadGraph {
    static final String MALFORMED = "line is malformed";
    static final String EARLY = "vehicle has reported less than 30 s before";
    static final String LATE = "minute is over";

    static final StateSpec<Integer, Trip> TRIPS =
            StateSpec.named("trips", Integer.class, Trip.class);

    static final StateSpec<Road, Accidents> ACCIDENTS =
            StateSpec.named("accidents", Road.class, Accidents.class).initialValue(Accidents.NONE);

    static final StateSpec<Segment, SegmentMinutes> SEGMENTS =
            StateSpec.named("segments", Segment.class, SegmentMinutes.class)
                    .initialValue(SegmentMinutes.NONE);

    static final StateSpec<Integer, Account> ACCOUNTS =
            StateSpec.named("accounts", Integer.class, Account.class).initialValue(Account.NEW);

    /** Cents. A job of your own would load them. */
    static final StateSpec<PastDay, Integer> PAST_DAYS =
            StateSpec.named("past_days", PastDay.class, Integer.class).initialValue(PastDay::cents);

    private LinearRoadGraph() {}

    /**
     * Executes each message as one transaction. At PL4 they take effect in the order in which they
     * enter.
     *
     * @return one result for each message, in their order; that of a report within a segment is
     *     empty
     */
    static DataStream<TransactionResult<Answer>> execute(DataStream<Incoming> messages) {
        TransactionalStream<RoadMessage> opened =
                TransactionalGraph.named("road")
                        .isolation(IsolationLevel.PL4)
                        .orderedResults()
                        .openTransaction(messages, Incoming::key)
                        .process(LinearRoadGraph::wellFormed, RoadMessage.class);

        TransactionalStream<Step> steps =
                opened.filter(message -> message.type() == RoadMessage.REPORT)
                        .keyBy(RoadMessage::vehicle)
                        .apply(TRIPS, LinearRoadGraph::follow, Step.class);
        TransactionalStream<Step> warned =
                steps.filter(Step::concernsRoad)
                        .keyBy(Step::road)
                        .apply(
                                ACCIDENTS,
                                step -> step.changesRoad() ? AccessMode.UPDATE : AccessMode.READ,
                                LinearRoadGraph::warn,
                                Step.class);
        TransactionalStream<AccountEntry> assessed =
                steps.filter(step -> !step.concernsRoad())
                        .union(warned)
                        .keyBy(step -> step.report().segment(), Segment.class)
                        .apply(SEGMENTS, LinearRoadGraph::assess, AccountEntry.class);

        TransactionalStream<Answer> answers =
                opened.filter(message -> message.type() == RoadMessage.BALANCE)
                        .map(AccountEntry::question, AccountEntry.class)
                        .union(assessed)
                        .keyBy(entry -> entry.message().vehicle(), Integer.class)
                        .apply(
                                ACCOUNTS,
                                entry -> entry.isQuestion() ? AccessMode.READ : AccessMode.UPDATE,
                                LinearRoadGraph::enter,
                                Answer.class);
        TransactionalStream<Answer> expenditures =
                opened.filter(message -> message.type() == RoadMessage.EXPENDITURE)
                        .keyBy(RoadMessage::pastDay)
                        .read(PAST_DAYS, LinearRoadGraph::expenditure, Answer.class);
        return answers.union(expenditures).closeTransaction();
    }

    private static void wellFormed(
            Incoming line, TransactionContext transaction, Collector<RoadMessage> out) {
        RoadMessage message = line.message();
        if (message == null) {
            transaction.abort(MALFORMED, "problem", line.problem());
        } else {
            out.collect(message);
        }
    }

    private static void follow(
            ValueAccess<Trip> known, RoadMessage report, StateContext<Step> transaction) {
        Trip last = known.get();
        if (last != null && last.isTooEarlyFor(report)) {
            transaction.abort(EARLY, "last", last.report().time());
        }
        Trip next = Trip.of(last, report);
        known.set(next);

        Place before = last == null ? null : last.halt();
        Place now = next.halt();
        Place freed = before != null && now == null ? before : null;
        Place stopped = before == null ? now : null;
        Trip same = last != null && last.goesOn(report) ? last : null;
        boolean isElsewhere = same == null || !same.report().segment().equals(report.segment());
        boolean enters = isElsewhere && report.at().lane() != Place.EXIT_LANE;
        boolean leaves = same != null && isElsewhere;
        int speedBefore = last == null ? Step.NONE : last.speedBefore(report);
        Step step = new Step(report, freed, stopped, false, enters, leaves, speedBefore, Step.NONE);
        if (freed != null && !freed.road().equals(report.at().road())) {
            transaction.emit(step.onlyFreeing());
            step = step.withAccident(Step.NONE);
        }
        transaction.emit(step);
    }

    private static void warn(
            ValueAccess<Accidents> road, Step step, StateContext<Step> transaction) {
        RoadMessage report = step.report();
        Accidents next = Objects.requireNonNull(road.get());
        if (step.freed() != null) {
            next = next.freed(report.vehicle(), step.freed(), report.minute());
        }
        if (step.stopped() != null) {
            next = next.stopped(report.vehicle(), step.stopped(), report.minute());
        }
        if (step.changesRoad()) {
            road.set(next);
        }
        if (!step.onlyFrees()) {
            transaction.emit(
                    step.withAccident(
                            step.enters()
                                    ? next.ahead(report.segment(), report.minute())
                                    : Step.NONE));
        }
    }

    /** Only here it is known what the segment costs. */
    private static void assess(
            ValueAccess<SegmentMinutes> segment,
            Step step,
            StateContext<AccountEntry> transaction) {
        RoadMessage report = step.report();
        SegmentMinutes known = Objects.requireNonNull(segment.get());
        if (!known.takes(report.minute())) {
            transaction.abort(LATE, "minute", report.minute(), "now", known.now().number());
        }
        SegmentMinutes next = known.with(report, step.speedBefore());
        segment.set(next);
        if (!step.concernsAccount()) {
            return;
        }
        Toll toll = null;
        Alert alert = null;
        if (step.enters()) {
            boolean isFree = step.accident() != Step.NONE;
            toll =
                    new Toll(
                            report.vehicle(),
                            report.time(),
                            next.velocity(),
                            isFree ? 0 : next.cents());
            Road road = report.at().road();
            alert =
                    isFree
                            ? new Alert(
                                    report.vehicle(),
                                    report.time(),
                                    road.expressway(),
                                    road.direction(),
                                    step.accident())
                            : null;
        }
        transaction.emit(new AccountEntry(report, step.leaves(), toll, alert));
    }

    private static void enter(
            ValueAccess<Account> value, AccountEntry entry, StateContext<Answer> transaction) {
        Account account = Objects.requireNonNull(value.get());
        RoadMessage message = entry.message();
        if (entry.isQuestion()) {
            transaction.emit(
                    Answer.of(
                            new Balance(
                                    message.query(),
                                    message.time(),
                                    message.vehicle(),
                                    account.paid())));
            return;
        }
        Toll toll = entry.toll();
        value.set(
                new Account(
                        entry.pays() ? account.paid() + account.due() : account.paid(),
                        toll == null ? 0 : toll.cents()));
        if (toll != null) {
            transaction.emit(Answer.of(toll, entry.alert()));
        }
    }

    private static Answer expenditure(Integer cents, RoadMessage question) {
        return Answer.of(
                new Expenditure(
                        question.query(),
                        question.time(),
                        question.vehicle(),
                        question.day(),
                        question.expressway(),
                        cents));
    }
}
