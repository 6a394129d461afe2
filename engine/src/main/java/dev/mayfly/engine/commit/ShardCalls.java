package dev.mayfly.engine.commit;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Calls of the store for many shards, at the same time where each takes a round trip. */
public final class ShardCalls {
    /** The number of shards from which on a thread for each is worth its making, and below which all calls are on one thread. */
    private static final int TOGETHER_FROM = 8;

    private ShardCalls() {}

    /** Returns when the call was made for all; throws the failure of the first that has failed. */
    public static <T> void forEach(List<T> shards, Consumer<T> call) {
        if (shards.size() < TOGETHER_FROM) {
            shards.forEach(call);
            return;
        }
        List<Future<?>> calls = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            shards.forEach(shard -> calls.add(executor.submit(() -> call.accept(shard))));
        }
        calls.forEach(ShardCalls::requireDone);
    }

    private static void requireDone(Future<?> call) {
        if (call.state() == Future.State.FAILED) {
            throw switch (call.exceptionNow()) {
                case EngineException refusal -> new EngineException(refusal.error(), refusal);
                case StoreException failure ->
                    new StoreException(failure.reason(), "a shard could not be reached", failure);
                case Throwable failure -> new IllegalStateException("a shard could not be reached", failure);
            };
        }
    }
}
