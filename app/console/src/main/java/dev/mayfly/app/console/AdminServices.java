package dev.mayfly.app.console;

import dev.mayfly.app.console.auth.AdminAuthenticator;
import dev.mayfly.app.console.event.EventHub;
import dev.mayfly.app.console.operation.LongOperations;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.api.FaceDefinitions;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.api.FacePolicies;
import dev.mayfly.face.api.FaceReplications;
import dev.mayfly.face.api.FaceSchemas;
import dev.mayfly.face.api.FaceTransfer;
import dev.mayfly.face.api.FaceUsers;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.face.api.ScriptUsage;
import dev.mayfly.face.api.ThroughputUsage;
import dev.mayfly.face.transport.Transport;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The services that the admin face is built from.
 *
 * @param virtual the clock that may be wound, or null when deadlines follow the machine's
 * @param keys the notation of each face's keys
 * @param definitions the form of each face's collections, whether or not the face listens
 * @param policies the changes to rules of expiry, for each face that listens
 * @param replications the replications of each face that listens and has any
 * @param events the receivers of events
 * @param documents the document operations of each face that listens
 * @param schemas what makes and drops databases, collections and indexes, for each face that listens
 * @param users the users of each face that listens and knows some
 * @param memory the memory that the requests of all faces hold
 * @param transfers the export and import of each face's documents
 * @param throughput what has become of the request units of containers, where they are enforced
 * @param scripts what scripts of clients have done
 * @param backups null where nothing is kept on disk
 */
public record AdminServices(
        Engine engine,
        ServerFacts facts,
        @Nullable WindableClock virtual,
        Map<String, KeyReader> keys,
        Map<String, FaceDefinitions> definitions,
        EventHub events,
        Map<String, FaceDocuments> documents,
        Map<String, FacePolicies> policies,
        Map<String, FaceSchemas> schemas,
        Map<String, FaceReplications> replications,
        Map<String, FaceUsers> users,
        ExpireShare share,
        AdminAuthenticator authenticator,
        Transport transport,
        RequestMemoryPool memory,
        LongOperations operations,
        Map<String, FaceTransfer> transfers,
        Supplier<List<ThroughputUsage>> throughput,
        Supplier<ScriptUsage> scripts,
        @Nullable BackupService backups) {
    public AdminServices {
        keys = Map.copyOf(keys);
        definitions = Map.copyOf(definitions);
        transfers = Map.copyOf(transfers);
        documents = Map.copyOf(documents);
        policies = Map.copyOf(policies);
        schemas = Map.copyOf(schemas);
        replications = Map.copyOf(replications);
        users = Map.copyOf(users);
    }

    /** Returns what a face says of its collections. */
    public FaceDefinitions definitions(CollectionName name) {
        return definitions.getOrDefault(name.face(), FaceDefinitions.PLAIN);
    }
}
