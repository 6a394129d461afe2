package dev.mayfly.face.mongo.query;

import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor.Effort;
import dev.mayfly.engine.read.ReadView;
import org.jspecify.annotations.Nullable;

/** The results of a union's branches, one branch after the other. */
final class UnitedResults implements Results {
    private final UnionBranches branches;
    private ReadView reading;
    private Results current;
    private int branch;
    private Effort before = new Effort(0, 0);

    UnitedResults(UnionBranches branches, ReadView reading) {
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
    public void resume(ReadView later) {
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
