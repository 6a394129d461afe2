package dev.mayfly.app.console;

import dev.mayfly.app.console.operation.Operations;
import dev.mayfly.app.console.transfer.FaceTransfer;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.transport.Transport;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the admin face is drawn from.
 *
 * @param virtual the clock that may be wound, or null when deadlines follow the machine's
 * @param keys how each face's keys are written
 * @param policies how each face that listens changes its rules of expiry
 * @param events who hears of them
 * @param documents what each face that listens does with its documents
 * @param transfers how each face's documents are exported and imported
 * @param backups null where nothing is kept on disk
 */
public record AdminServices(
        Engine engine,
        ServerFacts facts,
        @Nullable WindableClock virtual,
        Map<String, KeyReader> keys,
        EventHub events,
        Map<String, FaceDocuments> documents,
        Map<String, FacePolicies> policies,
        Doorman doorman,
        Transport transport,
        Operations operations,
        Map<String, FaceTransfer> transfers,
        @Nullable BackupDesk backups) {
    public AdminServices {
        keys = Map.copyOf(keys);
        transfers = Map.copyOf(transfers);
        documents = Map.copyOf(documents);
        policies = Map.copyOf(policies);
    }
}
