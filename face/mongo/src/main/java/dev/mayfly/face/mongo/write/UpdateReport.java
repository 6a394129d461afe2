package dev.mayfly.face.mongo.write;

import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonValue;

/** The result so far of a command of several updates. */
public final class UpdateReport {
    private record Inserted(int index, BsonValue id) {}

    private final WriteReport report;
    private final List<Inserted> inserted = new ArrayList<>(0);
    private long modified;

    /** @param ordered whether nothing is done behind the first failure */
    public UpdateReport(boolean ordered) {
        report = new WriteReport(ordered);
    }

    public boolean isStopped() {
        return report.isStopped();
    }

    /** Carries out one statement; what refuses it is what becomes of it. */
    public void update(int index, Supplier<Updates.Counts> statement) {
        report.attempt(index, () -> {
            Updates.Counts counts = OperationContext.current().statement(index, statement);
            BsonValue id = counts.insertedId();
            if (id != null) {
                inserted.add(new Inserted(index, id));
                report.add(1);
            }
            report.add(counts.matched());
            modified += counts.modified();
        });
    }

    public BsonBuilder reply() {
        BsonBuilder reply = new BsonBuilder();
        report.appendCount(reply);
        if (!inserted.isEmpty()) {
            reply.startArray("upserted");
            for (Inserted one : inserted) {
                reply.startElement()
                        .int32("index", one.index)
                        .value("_id", one.id)
                        .end();
            }
            reply.end();
        }
        WriteReport.appendNumber(reply, "nModified", modified);
        report.appendErrors(reply);
        return reply;
    }
}
