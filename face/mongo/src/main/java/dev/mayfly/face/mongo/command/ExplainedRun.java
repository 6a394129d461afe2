package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.DocumentCursor.Effort;
import dev.mayfly.engine.Reading;
import dev.mayfly.face.mongo.language.Plan;
import dev.mayfly.face.mongo.language.aggregation.CountedRows;
import dev.mayfly.face.mongo.language.aggregation.Rows;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.Results;
import dev.mayfly.face.mongo.query.StreamedRows;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What an explained command has come to, without writing anything.
 *
 * @param found how many documents the query gave out
 * @param changed how many of them an update would have changed
 * @param given how many rows each stage behind the query gave out
 */
record ExplainedRun(long found, long changed, long[] given, Effort effort, long millis) {
    private static final Effort NO_EFFORT = new Effort(0, 0);

    private static ExplainedRun of(long found, long[] given) {
        return new ExplainedRun(found, 0, given, NO_EFFORT, 0);
    }

    /** Over no collection at all. */
    static ExplainedRun ofNothing(ExplainedCommand command) {
        return of(0, drained(command, Rows.of(List.of())));
    }

    static ExplainedRun of(
            CommandContext context, ExplainedCommand command, Collection collection, Reading reading, Plan plan) {
        if (command.stage().equals(PlanStages.FAST_COUNT)) {
            return of(collection.count(reading), new long[0]);
        }
        long started = context.services().uptimeNanos();
        long[] found = {0};
        long changed = 0;
        long[] given = {};
        try (Results results = Query.open(collection, reading, command.spec(), plan)) {
            if (command.rest() == null) {
                for (Document document = results.next(); document != null; document = results.next()) {
                    found[0]++;
                    changed += isChanged(command, document, context.now()) ? 1 : 0;
                }
            } else {
                boolean isTimed = command.rest().pipeline().asksForDeadlines();
                given = drained(command, new CountedRows(new StreamedRows(collection, results, isTimed), found, 0));
            }
            long nanos = context.services().uptimeNanos() - started;
            return new ExplainedRun(
                    found[0], changed, given, effort(plan, results), TimeUnit.NANOSECONDS.toMillis(nanos));
        }
    }

    /** Pulls all rows through the stages behind the query; answers how many each gave out. */
    private static long[] drained(ExplainedCommand command, Rows input) {
        ExplainedCommand.Rest rest = command.rest();
        if (rest == null || rest.pipeline().source().isPresent()) {
            return new long[0];
        }
        long[] given = new long[rest.pipeline().stages().size()];
        try (Rows rows = rest.pipeline().counted(input, rest.context(), given)) {
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
