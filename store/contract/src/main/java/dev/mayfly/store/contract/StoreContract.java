package dev.mayfly.store.contract;

import dev.mayfly.store.api.Store;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The obligations of every store; an adapter passes them through a subclass that says how it is opened. */
public abstract class StoreContract
        implements ReadContract,
                CursorContract,
                CommitContract,
                ExpectationContract,
                TurnContract,
                ClusterContract,
                SnapshotContract,
                ConcurrencyContract,
                LifecycleContract {
    @TempDir
    @Nullable
    Path temporary;

    private @Nullable Store open;

    /** Opens the store that lives in the folder; the folder does not exist yet when it is new. */
    protected abstract Store open(Path folder);

    @BeforeEach
    final void openStore() {
        open = open(folder());
    }

    @AfterEach
    final void closeStore() {
        store().close();
    }

    @Override
    public final Store store() {
        if (open == null) {
            throw new IllegalStateException("no test is running");
        }
        return open;
    }

    @Override
    public final void reopen() {
        store().close();
        open = open(folder());
    }

    @Override
    public final String folderName() {
        return folder().toString();
    }

    private Path folder() {
        if (temporary == null) {
            throw new IllegalStateException("no test is running");
        }
        return temporary.resolve("store");
    }
}
