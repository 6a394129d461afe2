package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor.Effort;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.language.aggregation.CountedRows;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.vector.SearchedVectors;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.Results;
import dev.mayfly.face.mongo.query.StreamedRows;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The result of running an explained command without writing anything.
 *
 * @param found number of documents that the query returned
 * @param changed number of them that an update would have changed
 * @param given number of rows that each stage after the query returned
 * @param byVectors whether the query was answered by the vectors in memory
 */
record ExplainedRun(long found, long changed, long[] given, Effort effort, boolean byVectors, long millis) {
    private static final Effort NO_EFFORT = new Effort(0, 0);

    private static ExplainedRun of(long found, long[] given) {
        return new ExplainedRun(found, 0, given, NO_EFFORT, false, 0);
    }

    /** Over no collection at all. */
    static ExplainedRun ofNothing(ExplainedCommand command) {
        return of(0, drained(command, Rows.of(List.of())));
    }

    static ExplainedRun of(
            CommandContext context, ExplainedCommand command, Collection collection, ReadView reading, Plan plan) {
        if (command.stage().equals(PlanStages.FAST_COUNT)) {
            return of(collection.count(reading), new long[0]);
        }
        long started = context.services().uptimeNanos();
        long[] found = {0};
        long changed = 0;
        long[] given = {};
        try (Results results = open(command, collection, reading, plan)) {
            if (command.rest() == null) {
                for (Document document = results.next(); document != null; document = results.next()) {
                    found[0]++;
                    changed += isChanged(command, document, context.now()) ? 1 : 0;
                }
            } else {
                boolean isTimed = command.rest().pipeline().asksForDeadlines();
                Rows source = StreamedRows.source(command.rest().reads(), collection, results, isTimed);
                given = drained(command, new CountedRows(source, found, 0));
            }
            long nanos = context.services().uptimeNanos() - started;
            return new ExplainedRun(
                    found[0],
                    changed,
                    given,
                    effort(plan, results),
                    results.isByVectors(),
                    TimeUnit.NANOSECONDS.toMillis(nanos));
        }
    }

    private static Results open(ExplainedCommand command, Collection collection, ReadView reading, Plan plan) {
        SearchedVectors vectors = command.rest() == null ? null : command.rest().vectors();
        return vectors == null
                ? Query.open(collection, reading, command.spec(), plan)
                : Query.openNearest(collection, reading, command.spec(), plan, vectors);
    }

    /** Pulls all rows through the stages after the query; returns the number of rows that each gave out. */
    private static long[] drained(ExplainedCommand command, Rows input) {
        ExplainedCommand.Rest rest = command.rest();
        if (rest == null || rest.pipeline().source().isPresent()) {
            return new long[0];
        }
        long[] given = new long[rest.pipeline().stages().size()];
        try (Rows rows = rest.reads().closedBy(rest.pipeline().counted(input, rest.context(), given))) {
            while (rows.next() != null) {
                // Each row is counted on its way.
            }
        }
        return given;
    }

    private static boolean isChanged(ExplainedCommand command, Document document, long now) {
        return command.update() != null && command.update().wouldChange(document, now);
    }

    /** A walk over all documents reads no keys apart from theirs. */
    private static Effort effort(Plan plan, Results results) {
        Effort effort = results.effort();
        return plan instanceof Plan.CollectionScan ? new Effort(0, effort.documents()) : effort;
    }
}
