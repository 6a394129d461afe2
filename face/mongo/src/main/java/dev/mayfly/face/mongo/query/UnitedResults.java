package dev.mayfly.face.mongo.query;

import dev.mayfly.engine.Document;
import dev.mayfly.engine.DocumentCursor.Effort;
import dev.mayfly.engine.Reading;
import org.jspecify.annotations.Nullable;

/** What the branches of a union find, one branch after the other. */
final class UnitedResults implements Results {
    private final UnionBranches branches;
    private Reading reading;
    private Results current;
    private int branch;
    private Effort before = new Effort(0, 0);

    UnitedResults(UnionBranches branches, Reading reading) {
        this.branches = branches;
        this.reading = reading;
        this.current = branches.open(0, reading);
    }

    @Override
    public @Nullable Document next() {
        Document document = current.next();
        while (document == null && branch < branches.size() - 1) {
            before = effort();
            current.close();
            branch++;
            current = branches.open(branch, reading);
            document = current.next();
        }
        return document;
    }

    @Override
    public void suspend() {
        current.suspend();
    }

    @Override
    public void resume(Reading later) {
        reading = later;
        current.resume(later);
    }

    @Override
    public Effort effort() {
        return before.plus(current.effort());
    }

    @Override
    public void close() {
        current.close();
    }
}
