package dev.mayfly.examples.springcosmos;

import com.azure.spring.data.cosmos.core.mapping.Container;
import com.azure.spring.data.cosmos.core.mapping.PartitionKey;
import java.util.List;
import org.springframework.data.annotation.Id;

/** The cart of a customer, which is forgotten thirty minutes after it was last written. */
@Container(containerName = "carts", timeToLive = 30 * 60)
public record Cart(@Id String id, @PartitionKey String customer, List<String> articles) {}
