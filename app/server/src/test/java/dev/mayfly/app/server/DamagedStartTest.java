package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that meets damaged data while it starts, wherever that is, says so and ends. */
final class DamagedStartTest {
    @ParameterizedTest
    @EnumSource(
            value = StoreCall.class,
            names = {"GET", "SCAN", "NEXT"})
    void damageThatIsMetWhileStartingIsTold(StoreCall call) throws Exception {
        int told = 0;
        for (int nth = 1; nth <= 30; nth++) {
            FaultyStore store = new FaultyStore(new MemoryStore(), _ -> {});
            store.plan(FaultPlan.at(call, nth, new Fault.Failure(Reason.CORRUPT)));
            try {
                new ServerFixture(store).close();
            } catch (StartupException damage) {
                String words = String.valueOf(damage.getMessage());
                assertTrue(words.contains("mayfly check DIR --repair"), words);
                told++;
            }
        }
        assertTrue(told > 0, "the start did not meet the damage");
    }
}
