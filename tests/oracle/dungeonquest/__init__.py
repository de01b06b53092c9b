"""DungeonQuest Neuauflage, from its booklet: turns, tests, rooms, combat, catacombs."""
