package dev.mayfly.face.mongo.query;

import dev.mayfly.base.query.RowWindow;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor.Effort;
import dev.mayfly.engine.read.ReadView;
import org.jspecify.annotations.Nullable;

/** Results after a skip, up to a limit. */
final class WindowedResults implements Results {
    private final Results results;
    private final RowWindow window;

    WindowedResults(Results results, long skip, long limit) {
        this.results = results;
        this.window = new RowWindow(skip, limit);
    }

    @Override
    public @Nullable Document next() {
        while (!window.isFull()) {
            Document document = results.next();
            if (document == null || window.admit()) {
                return document;
            }
        }
        return null;
    }

    @Override
    public void suspend() {
        results.suspend();
    }

    @Override
    public void resume(ReadView reading) {
        results.resume(reading);
    }

    @Override
    public boolean isExhausted() {
        return window.isFull() || results.isExhausted();
    }

    @Override
    public Effort effort() {
        return results.effort();
    }

    @Override
    public void close() {
        results.close();
    }
}
