package dev.mayfly.app.server;

import dev.mayfly.app.console.FacePolicies;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.face.transport.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Rules of the cosmos face: the {@code defaultTtl} of its containers, by replacing their definitions. */
final class CosmosPolicies implements FacePolicies {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String DEFAULT_TTL = "defaultTtl";

    private final CosmosDocuments requests;

    CosmosPolicies(CosmosDocuments requests) {
        this.requests = requests;
    }

    @Override
    public void change(Collection collection, RuleChange rule, ExpireLimit allowed) {
        replace(collection, rule, Map.of("x-mayfly-max-expire", Long.toString(allowed.documents())));
    }

    @Override
    public String dryRun(Collection collection, RuleChange rule) {
        return CosmosDocuments.text(replace(collection, rule, Map.of("x-mayfly-dry-run", "true")));
    }

    private HttpResponse replace(Collection collection, RuleChange rule, Map<String, String> fields) {
        byte[] options = collection.record().options();
        ObjectNode definition = (ObjectNode) JSON.readTree(new String(options, StandardCharsets.UTF_8));
        switch (rule) {
            case RuleChange.DefaultOff _ -> definition.remove(List.of(DEFAULT_TTL, "ttlPropertyPath"));
            case RuleChange.DefaultNone _ -> definition.put(DEFAULT_TTL, -1);
            case RuleChange.DefaultAfter(long seconds) -> definition.put(DEFAULT_TTL, seconds);
            case RuleChange.Field _, RuleChange.MaxTtl _ -> throw FacePolicies.noSuchRule("cosmos", "default");
        }
        return CosmosDocuments.require(requests.send(
                "PUT", CosmosDocuments.container(collection), JSON.writeValueAsString(definition), fields));
    }
}
