package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Durability;
import java.nio.file.Path;

/** A process that writes until it is killed, and says each number when its entry was acknowledged. */
final class CrashWriter {
    private CrashWriter() {}

    public static void main(String[] arguments) {
        RocksStore store = RocksStore.open(Path.of(arguments[0]), Fixture.SMALL);
        for (int number = Integer.parseInt(arguments[1]); ; number++) {
            Fixture.put(store, number, number % 50 == 0 ? Durability.SYNCED : Durability.LOGGED);
            System.out.println("ack " + number + ";");
        }
    }
}
