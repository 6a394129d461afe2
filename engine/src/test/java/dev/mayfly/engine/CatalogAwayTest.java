package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An engine that has heard of a change of the catalog, and cannot read it. */
final class CatalogAwayTest {
    private final SharedMemoryStore shared = new SharedMemoryStore();
    private final EngineFixture writer = new EngineFixture(shared, EngineSettings.DEFAULTS);
    private final FaultyStore way = new FaultyStore(shared, _ -> {});
    private final EngineFixture reader = new EngineFixture(way, EngineSettings.DEFAULTS);

    @Test
    void requestsAreToBeTriedAgain() {
        for (StoreCall call : List.of(StoreCall.TURN, StoreCall.GET, StoreCall.SCAN)) {
            CollectionName name = new CollectionName("test", "db", call.name());
            writer.engine()
                    .catalog()
                    .create(
                            name,
                            new Catalog.CollectionOptions(
                                    DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE));
            Engine engine = reader.engines().getFirst();
            way.plan(FaultPlan.at(call, 1, new Fault.Failure(Reason.UNAVAILABLE)));
            EngineException refusal = assertThrows(EngineException.class, () -> engine.find(name));
            assertEquals(new EngineError.StoreUnavailable(), refusal.error());
            way.plan(FaultPlan.NONE);
            assertNotNull(engine.find(name));
        }
        writer.engines().forEach(Engine::close);
        reader.close();
    }
}
