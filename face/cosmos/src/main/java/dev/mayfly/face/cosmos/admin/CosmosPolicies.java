package dev.mayfly.face.cosmos.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.api.FacePolicies;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.RuleChange;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.PropertyTtl;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The rule of this face is the {@code defaultTtl} of a container: another one is a container replaced. */
public final class CosmosPolicies implements FacePolicies {
    private static final String DEFAULT_TTL = "defaultTtl";

    private final Containers containers;

    public CosmosPolicies(Containers containers) {
        this.containers = containers;
    }

    @Override
    public void alone(Collection collection, Runnable work) {
        containers.alone(collection, work);
    }

    @Override
    public void collect(Collection collecting, List<RuleChange> rules) {
        if (rules.isEmpty()) {
            return;
        }
        try {
            containers.redefine(collecting, definition -> rules.forEach(rule -> change(definition, rule)));
        } catch (CosmosException refusal) {
            throw new FaceRefusal(FaceRefusal.Reason.INVALID, refusal.words());
        }
    }

    private static void change(ObjectNode definition, RuleChange rule) {
        switch (rule) {
            case RuleChange.DefaultOff _ -> definition.remove(List.of(DEFAULT_TTL, "ttlPropertyPath"));
            case RuleChange.DefaultNone _ -> definition.put(DEFAULT_TTL, -1);
            case RuleChange.DefaultAfter(long seconds) -> definition.put(DEFAULT_TTL, seconds);
            case RuleChange.Property property -> PropertyTtl.change(definition, property);
            case RuleChange.Field _, RuleChange.MaxTtl _ ->
                throw FaceRefusal.noSuchRule("cosmos", "default and properties");
        }
    }
}
